import { defineConfig } from 'prisma/config';
import { withoutDownloads } from './scripts/offline.ts';

withoutDownloads();

export default defineConfig({
  schema: 'sqlite/schema.prisma',
  migrations: { path: 'sqlite/migrations' },
  datasource: { url: process.env.SQLITE_URL ?? 'file:../data/freeplay.db' },
});
