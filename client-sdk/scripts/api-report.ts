import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

/**
 * The public interface of the package, as its declarations give it, without comments and private parts: what a change
 * of it changes is seen in review. `--check` compares instead of writing, and exits with 1 when the report is stale.
 * A folder that is named holds the built package already.
 */
const REPORT = path.join(import.meta.dirname, '../api-report.md');
const BUILD = path.join(import.meta.dirname, 'build.ts');

const [built] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const report = reportOn(built === undefined ? await buildAnew() : await declarationsIn(built));
if (!process.argv.includes('--check')) await writeFile(REPORT, report);
else if ((await readFile(REPORT, 'utf8').catch(() => '')) !== report) {
  console.error('client-sdk/api-report.md is stale: run `npm run api -w client-sdk` and look at what has changed.');
  process.exit(1);
}

async function buildAnew(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'freeplay-sdk-'));
  try {
    await promisify(execFile)(process.execPath, [BUILD, folder]);
    return await declarationsIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function declarationsIn(folder: string): Promise<string> {
  return readFile(path.join(folder, 'index.d.ts'), 'utf8');
}

function reportOn(declarations: string): string {
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.ES2022, true);
  const text = ts
    .createPrinter({ removeComments: true })
    .printFile(file)
    .replace(/^ *#private;\n/gm, '');
  const made = 'Made by `npm run api -w client-sdk`.';
  return `# Public interface of @freeplay/client-sdk\n\n${made}\n\n\`\`\`ts\n${text.trim()}\n\`\`\`\n`;
}
