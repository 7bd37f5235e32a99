import { defineConfig } from 'prisma/config';
import { withoutDownloads } from './scripts/offline.ts';

withoutDownloads();

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
