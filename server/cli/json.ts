import { readFileSync } from 'node:fs';
import { Failure, reasonOf } from './failure.ts';

const FETCH_MS = 10_000;

/** The JSON value in a file. */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read (${reasonOf(error)}).`);
  }
  return parse(text, file);
}

/** The JSON value in a file, or at an address that starts with http:// or https://. */
export async function readJsonFrom(source: string): Promise<unknown> {
  if (!/^https?:\/\//.test(source)) return readJson(source);
  try {
    const response = await fetch(source, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new Failure(`${source} answers with status ${response.status}.`);
    return parse(await response.text(), source);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${source} cannot be reached (${reasonOf(error)}).`);
  }
}

/** A member of a JSON object; undefined where there is none. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${source} is not JSON.`);
  }
}
