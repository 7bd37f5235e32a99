import { join } from 'node:path';
import { isOver } from '@freeplay/shared/engine';
import { verify } from '@freeplay/shared/receipt';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { randomFrom } from '../games/support.ts';
import { ServiceProcess } from '../support/service.ts';
import { keysOf, proofFrom, sit } from './doors.ts';

const KILLS = 4;
const TABLES = 8;
/** Seat 0 wins by the last of them. */
const WIN = [0, 1, 0, 1, 0, 1, 0];

describe('kill -9 while matches end', function () {
  this.timeout(180_000);

  it('leaves every match with its end and its one receipt, or with neither', async () => {
    const random = randomFrom(9);
    const service = await ServiceProcess.spawn();
    let ended = 0;
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const tables = await Promise.all(
          Array.from({ length: TABLES }, (_, i) => sit(service.url, 'gravity', `table ${kill}.${i}`)),
        );
        const move = async ({ room, players }: (typeof tables)[number], ply: number) => {
          const seen = await players[0].snapshot(room);
          const action = WIN[ply] ?? 0;
          return players[ply % 2 === 0 ? 0 : 1].act(room, { kind: 'move', revision: seen.revision, action });
        };
        for (let ply = 0; ply < WIN.length - 1; ply++) await Promise.all(tables.map((table) => move(table, ply)));

        // The last moves are on their way when the process goes; after some answers, so that some ends are durable.
        const answers = tables.map((table) => move(table, WIN.length - 1));
        const wanted = random(TABLES);
        await new Promise<void>((resolve) => {
          let count = 0;
          const settled = () => {
            if (count++ === wanted) resolve();
          };
          for (const answer of answers) answer.then(settled, settled);
        });
        await service.kill();
        await Promise.allSettled(answers);
        await service.start();

        const keys = await keysOf(service.url);
        for (const { room, players } of tables) {
          const { status } = await players[0].snapshot(room);
          if (!isOver(status)) continue;
          ended += 1;
          const { receipt, replay } = await proofFrom(players[1], room);
          expect(verify(receipt, replay, keys), room).to.deep.equal({ ok: true, key: 'known' });
        }
      }
      await service.kill();
      const database = new Database(join(service.dataDir, 'freeplay.db'));
      const [over, receipts, both] = database
        .prepare(
          `select (select count(*) from "Match" where "endedAt" > 0), (select count(*) from "Receipt"),
            (select count(*) from "Receipt" r join "Match" m on m."id" = r."matchId" and m."endedAt" > 0)`,
        )
        .raw(true)
        .get() as number[];
      database.close();
      expect([over, receipts, both]).to.deep.equal([ended, ended, ended]);
      expect(ended, 'some ended before the process did').to.be.greaterThan(0);
    } finally {
      await service.dispose();
    }
  });
});
