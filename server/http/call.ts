import type { OPERATIONS, OperationId } from '@freeplay/shared/protocol/http';
import type { z } from 'zod';
import type { Refusal } from '../host/port.ts';

type Declared<K extends OperationId> = (typeof OPERATIONS)[K];
type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined;
type DeepReadonly<T> = T extends object ? { readonly [P in keyof T]: DeepReadonly<T[P]> } : T;

/** A request that has passed every check of the door. */
export interface Call<K extends OperationId> {
  readonly player: Declared<K>['session'] extends true ? string : null;
  /** The path's `{id}`, or ''. */
  readonly id: string;
  readonly query: Parsed<Declared<K>['query']>;
  readonly body: Declared<K> extends { readonly body: infer B } ? Parsed<B> : undefined;
  readonly ifNoneMatch: string;
  /** Stands for the sending address. */
  readonly sender: string;
}

/** One of the answers that the operation declares. `etag` without its quotes. */
export type Answer<K extends OperationId> = {
  [S in keyof Declared<K>['answers'] & number]: {
    readonly status: S;
    readonly body: DeepReadonly<Parsed<Declared<K>['answers'][S]>>;
    readonly etag?: string;
  };
}[keyof Declared<K>['answers'] & number];

export type Handlers = { readonly [K in OperationId]: (call: Call<K>) => Promise<Answer<K> | Refusal> };
