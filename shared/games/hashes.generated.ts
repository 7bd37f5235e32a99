/** Written by `npm run rules:hash`: the rules hash by game. */
export const RULES_HASH: Readonly<Record<string, string>> = {
  'gravity': '3b4935c53617c33e6b56cab0c7015ee37ee1c32e921176e79bbf82821834712b',
  'reversi': 'bd16460e6614093d6012ca970dfbf1190efa865e48d033ba0ead4caa26217f76',
  'boxes': 'd78fac6368d09b2869e40f048a77acf51240e62d7315594b663003a46538bbd0',
  'five': '37674b6a9a529456ad33cda73f60606dd8d4d0120995a1bc25ddaa3067805a48',
};
