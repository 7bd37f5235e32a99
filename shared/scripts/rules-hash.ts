/**
 * Writes the rules hash of every game into shared/games/hashes.generated.ts; with --check it writes nothing and
 * exits 1 when that file is stale. A hash is SHA-256 over the emitted JavaScript of the modules that a game's rules are
 * built of, so that types, comments and layout do not count.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { RULES } from '../games/registry.ts';
import type { Rules } from '../games/rules.ts';

const GAMES_DIR = join(dirname(fileURLToPath(import.meta.url)), '../games');
const GENERATED = join(GAMES_DIR, 'hashes.generated.ts');

/** The text of a module, by its path inside shared/games (`boxes.ts`). */
export type ReadModule = (path: string) => string;

/** The hash, in hex, of the rules that start at `entry`. Throws when they reach outside the folder. */
export function rulesHash(entry: string, read: ReadModule): string {
  const modules = [...emittedModules(entry, read)].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(modules)).digest('hex');
}

/** Path and JavaScript of the entry and all that it imports. The imports are those of the emit: types have no part in it. */
function emittedModules(entry: string, read: ReadModule): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  const visit = (path: string): void => {
    if (modules.has(path)) return;
    const javascript = emit(read(path));
    modules.set(path, javascript);
    for (const { fileName } of ts.preProcessFile(javascript).importedFiles) visit(resolve(path, fileName));
  };
  visit(entry);
  return modules;
}

function emit(source: string): string {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    newLine: ts.NewLineKind.LineFeed,
    removeComments: true,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

function resolve(from: string, specifier: string): string {
  const path = posix.join(posix.dirname(from), specifier);
  if (!specifier.startsWith('.') || path.startsWith('..')) {
    throw new Error(`Rules must stay inside shared/games, but ${from} imports ${specifier}.`);
  }
  return path;
}

/** A game's rules start at `ID.ts`, or at `ID/index.ts` when they fill a folder; rules that are one code share that of their class. */
function entryOf({ id, activeClass }: Rules): string {
  const entries = [`${id}.ts`, `${id}/index.ts`, `${activeClass}/index.ts`];
  const entry = entries.find((path) => existsSync(join(GAMES_DIR, path)));
  if (entry === undefined) throw new Error(`the rules of ${id} are nowhere`);
  return entry;
}

/** The text of the generated module for the rules as they are now. */
export function generatedModule(): string {
  const read: ReadModule = (path) => readFileSync(join(GAMES_DIR, path), 'utf8');
  const lines = RULES.map((rules) => `  '${rules.id}': '${rulesHash(entryOf(rules), read)}',\n`);
  return `/** Written by \`npm run rules:hash\`: the rules hash by game. */
export const RULES_HASH: Readonly<Record<string, string>> = {
${lines.join('')}};
`;
}

function main(check: boolean): void {
  const fresh = generatedModule();
  const stored = existsSync(GENERATED) ? readFileSync(GENERATED, 'utf8') : '';
  if (stored === fresh) return;
  if (!check) {
    writeFileSync(GENERATED, fresh);
    return;
  }
  process.stderr.write('shared/games/hashes.generated.ts is stale: run `npm run rules:hash` and commit the result.\n');
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--check'));
