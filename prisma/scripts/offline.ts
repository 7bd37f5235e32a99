/**
 * Prisma's `generate`, `validate` and `format` never run the native schema engine, but the CLI (7.x) downloads it before
 * it starts them. Any existing file passes its check, so these three work offline; `migrate` and `db` still get the real one.
 */
export function withoutDownloads(): void {
  process.env.CHECKPOINT_DISABLE ??= '1'; // no update check, no telemetry
  if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
    process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
  }
}
