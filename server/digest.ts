import { createHash } from 'node:crypto';
import type { Digest } from '@freeplay/shared/proof';

/** The platform's own SHA-256, for the hot path; `sha256Hex` of shared/proof is its twin. */
export const sha256: Digest = (text) => createHash('sha256').update(text).digest('hex');
