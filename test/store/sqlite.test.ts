import { openAt, temporaryFolder } from '../support/store.ts';
import { describeStore } from './contract.ts';

describeStore('the embedded database', async () => {
  const { folder, remove } = temporaryFolder();
  const store = await openAt(folder);
  return {
    store,
    async remove() {
      await store.close();
      remove();
    },
  };
});
