import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchEvent } from '@freeplay/shared/engine';
import { openStore } from '../../server/store/index.ts';
import type { Append, MatchRow, PlayerRecord, Store } from '../../server/store/port.ts';

/** A new folder under the system's own for such; the returned function removes it. */
export function temporaryFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'freeplay-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The store at a place: the embedded database in a folder, or PostgreSQL at a URL. Its death fails the run. */
export function openAt(place: string, onDeath: (error: Error) => void = fail): Promise<Store> {
  const isUrl = place.startsWith('postgresql:');
  return openStore({ ...(isUrl && { databaseUrl: place }), dataDir: isUrl ? '' : place, onDeath });
}

function fail(error: Error): void {
  throw error;
}

export const CLASS = 'room';
/** Where processes compete for room. */
export const CAPACITY = 20;
/** Late enough not to be due or old in tests that ask for such matches. */
export const START = 1_800_000_000_000;

/** The row of a match between two players that is being played, at revision 1. */
export function matchRow(id: string, over: Partial<MatchRow> = {}): MatchRow {
  return {
    id,
    game: 'gravity',
    rules: 'rules-1',
    mode: 'private',
    status: 'playing',
    revision: 1,
    deadline: START + 60_000,
    players: [`${id}-a`, `${id}-b`],
    names: ['Ada', 'Brú'],
    invite: null,
    rematchOf: null,
    winner: null,
    reason: null,
    createdAt: START,
    startedAt: START,
    endedAt: 0,
    finalView: null,
    ...over,
  };
}

export function moved(revision: number, over: { readonly id?: string; readonly seat?: number } = {}): MatchEvent {
  return { v: 1, revision, at: START + revision, kind: 'moved', seat: revision % 2, data: { action: 3 }, ...over };
}

/** Creates a match that holds the active seats of its players. */
export function creation(row: MatchRow, over: Partial<Append> = {}): Append {
  return {
    expected: 0,
    events: [{ v: 1, revision: 1, at: row.createdAt, kind: 'started', seat: null, data: {} }],
    row,
    claim: row.players.flatMap((player) => (player === null ? [] : [{ player, activeClass: CLASS }])),
    queue: null,
    release: false,
    capacity: 0,
    receipt: null,
    ...over,
  };
}

/** Appends `count` moves to a match. */
export function moves(before: MatchRow, count = 1, over: Partial<Append> = {}): Append {
  const events = Array.from({ length: count }, (_, i) => moved(before.revision + 1 + i));
  const row = { ...before, revision: before.revision + count, deadline: before.deadline + count };
  const nothing = { claim: [], queue: null, release: false, capacity: 0, receipt: null };
  return { expected: before.revision, events, row, ...nothing, ...over };
}

/** Ends a match by a move of seat 1. */
export function ending(before: MatchRow, endedAt = START + 1000, over: Partial<MatchRow> = {}): Append {
  const row: MatchRow = {
    ...{ ...before, revision: before.revision + 1, status: 'finished', deadline: 0 },
    ...{ winner: 1, reason: 'line', endedAt, finalView: '{"status":"finished"}', ...over },
  };
  const data = { status: 'finished', winner: 1, reason: 'line' } as const;
  const event: MatchEvent = { v: 1, revision: row.revision, at: endedAt, kind: 'ended', seat: null, data };
  return moves(before, 1, { events: [event], row, release: true });
}

export function playerRecord(player: string, over: Partial<PlayerRecord> = {}): PlayerRecord {
  return {
    player,
    name: player,
    preferredDifficulty: 'EASY',
    preferredTheme: 'random',
    challengesFrom: 'anyone',
    createdAt: START,
    lastSeenAt: START,
    ...over,
  };
}
