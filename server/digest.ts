import { hash } from 'node:crypto';
import type { Digest } from '@freeplay/shared/proof';

/** The platform's own SHA-256, for the hot path; `sha256Hex` of shared/proof is its twin. */
export const sha256: Digest = (text) => hash('sha256', text, 'hex');
