import { base62, below, type Random } from '../random.ts';

const ADJECTIVES = [
  ...['amber', 'ample', 'azure', 'bold', 'brave', 'breezy', 'bright', 'brisk', 'calm', 'candid', 'clever', 'coral'],
  ...['cosmic', 'crisp', 'daring', 'deft', 'eager', 'early', 'fair', 'fleet', 'fond', 'frank', 'gentle', 'glad'],
  ...['golden', 'grand', 'happy', 'hardy', 'honest', 'humble', 'jolly', 'keen', 'kind', 'lively', 'lucid', 'lucky'],
  ...['lunar', 'mellow', 'merry', 'mighty', 'modest', 'neat', 'nimble', 'noble', 'patient', 'placid', 'plucky'],
  ...['polite', 'proud', 'quick', 'quiet', 'rapid', 'ready', 'rosy', 'serene', 'silver', 'smart', 'solar', 'steady'],
  ...['sunny', 'swift', 'tidy', 'vivid', 'witty'],
];

const ANIMALS = [
  ...['badger', 'beaver', 'bison', 'bobcat', 'camel', 'civet', 'condor', 'cougar', 'crane', 'curlew', 'dingo'],
  ...['dolphin', 'eagle', 'egret', 'falcon', 'ferret', 'finch', 'gannet', 'gecko', 'gibbon', 'heron', 'hornet'],
  ...['ibex', 'iguana', 'impala', 'jackal', 'jaguar', 'kestrel', 'koala', 'lemur', 'lizard', 'llama', 'lynx'],
  ...['magpie', 'marlin', 'marmot', 'marten', 'moose', 'newt', 'ocelot', 'orca', 'osprey', 'otter', 'panda'],
  ...['parrot', 'pelican', 'petrel', 'puffin', 'puma', 'quail', 'rabbit', 'raven', 'robin', 'salmon', 'seal'],
  ...['shrike', 'sparrow', 'stork', 'swan', 'tapir', 'toucan', 'turtle', 'walrus', 'weasel', 'wombat'],
];

/** `swift-otter-4821`: 9 to 20 characters, some 40 million names. */
export function readableName(random: Random): string {
  const word = (words: readonly string[]) => words[below(random, words.length)];
  return `${word(ADJECTIVES)}-${word(ANIMALS)}-${below(random, 10_000)}`;
}

/** A name that nobody has, for when the readable ones keep being taken. */
export function rareName(random: Random): string {
  return `guest-${base62(random, 14)}`;
}
