import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { openAt } from '../support/store.ts';
import { describeStore } from './contract.ts';

describePostgres('PostgreSQL', () => {
  describeStore('PostgreSQL', async () => {
    const server = await sharedPostgres();
    const store = await openAt(await server.createDatabase());
    return { store, remove: () => store.close() };
  });
});
