/** Written by `npm run rules:hash`: the rules hash by game. */
export const RULES_HASH: Readonly<Record<string, string>> = {
  'gravity': '66893c1455a8fd972bdb5c07a7f92d019a47adc28b1f2cb15ca8c8548a6b578c',
  'reversi': 'bd16460e6614093d6012ca970dfbf1190efa865e48d033ba0ead4caa26217f76',
  'boxes': 'd78fac6368d09b2869e40f048a77acf51240e62d7315594b663003a46538bbd0',
  'five': 'af51202575ba41aedeaa843954978fd6ac47f8b42f62bbf56717e30463c1e432',
  'solo': '47734bd349cbd6d021db974abb81bafe168980019d23785e9d814998d54b6efa',
  'duel': '47734bd349cbd6d021db974abb81bafe168980019d23785e9d814998d54b6efa',
  'speed-race': '47734bd349cbd6d021db974abb81bafe168980019d23785e9d814998d54b6efa',
  'team-snap': '47734bd349cbd6d021db974abb81bafe168980019d23785e9d814998d54b6efa',
};
