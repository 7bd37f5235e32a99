/** The themes: ordered lists, part of the rules, since a board is made of places in them. Append only with a new rules hash in mind. */

/** `id` is the emoji's short code too: plain text shows `:lion:`. */
export interface ThemeItem {
  readonly id: string;
  readonly name: string;
  readonly emoji: string;
}

export interface Theme {
  readonly id: string;
  readonly name: string;
  readonly items: readonly ThemeItem[];
}

/** What plain text shows for a hidden card. */
export const CARD_BACK = ':game_die:';

const ANIMALS = `
dog 🐶 cat 🐱 mouse 🐭 hamster 🐹 rabbit 🐰 fox 🦊 bear 🐻 panda 🐼 koala 🐨 tiger 🐯 lion 🦁 cow 🐮 pig 🐷 frog 🐸
monkey 🐵 chicken 🐔 penguin 🐧 owl 🦉 eagle 🦅 duck 🦆 bat 🦇 wolf 🐺 horse 🐴 unicorn 🦄 bee 🐝 butterfly 🦋 snail 🐌
ladybug 🐞 turtle 🐢 snake 🐍 octopus 🐙 crab 🦀 dolphin 🐬 whale 🐳 shark 🦈 crocodile 🐊 elephant 🐘 giraffe 🦒
kangaroo 🦘 hedgehog 🦔`;

const FLOWERS = `
cherry_blossom 🌸 rose 🌹 tulip 🌷 sunflower 🌻 hibiscus 🌺 blossom 🌼 lotus 🪷 hyacinth 🪻 bouquet 💐 wilted_flower 🥀
white_flower 💮 rosette 🏵️ seedling 🌱 herb 🌿 shamrock ☘️ four_leaf_clover 🍀 potted_plant 🪴 cactus 🌵 palm_tree 🌴
evergreen_tree 🌲 deciduous_tree 🌳 maple_leaf 🍁 fallen_leaf 🍂 leaves 🍃 ear_of_rice 🌾 mushroom 🍄`;

const TRANSPORT = `
car 🚗 taxi 🚕 sport_utility_vehicle 🚙 bus 🚌 trolleybus 🚎 racing_car 🏎️ police_car 🚓 ambulance 🚑 fire_engine 🚒
minibus 🚐 pickup_truck 🛻 truck 🚚 lorry 🚛 tractor 🚜 kick_scooter 🛴 bicycle 🚲 motor_scooter 🛵 motorcycle 🏍️
auto_rickshaw 🛺 steam_locomotive 🚂 tram 🚋 monorail 🚝 bullet_train 🚅 light_rail 🚈 metro 🚇 mountain_railway 🚞
suspension_railway 🚟 cable_car 🚠 aerial_tramway 🚡 airplane ✈️ small_airplane 🛩️ helicopter 🚁 canoe 🛶 sailboat ⛵
speedboat 🚤 motor_boat 🛥️ ferry ⛴️ ship 🚢`;

const FOOD = `
apple 🍎 pear 🍐 orange 🍊 lemon 🍋 banana 🍌 watermelon 🍉 grapes 🍇 strawberry 🍓 blueberries 🫐 melon 🍈 cherries 🍒
peach 🍑 mango 🥭 pineapple 🍍 coconut 🥥 kiwi 🥝 tomato 🍅 avocado 🥑 broccoli 🥦 carrot 🥕 corn 🌽 potato 🥔 onion 🧅
garlic 🧄 bread 🍞 croissant 🥐 pretzel 🥨 cheese 🧀 egg 🥚 pancakes 🥞 hamburger 🍔 fries 🍟 pizza 🍕 sandwich 🥪 taco 🌮
burrito 🌯 sushi 🍣 ice_cream 🍨 doughnut 🍩 cookie 🍪`;

const SPORTS = `
soccer ⚽ basketball 🏀 football 🏈 baseball ⚾ softball 🥎 tennis 🎾 volleyball 🏐 rugby 🏉 flying_disc 🥏 billiards 🎱
yo_yo 🪀 ping_pong 🏓 badminton 🏸 ice_hockey 🏒 field_hockey 🏑 lacrosse 🥍 cricket 🏏 boomerang 🪃 goal 🥅 golf ⛳ kite 🪁
bow_and_arrow 🏹 fishing 🎣 diving_mask 🤿 boxing 🥊 martial_arts 🥋 running_shirt 🎽 skateboard 🛹 roller_skate 🛼 sled 🛷
ice_skate ⛸️ curling 🥌 ski 🎿 bowling 🎳 dart 🎯 medal 🏅`;

/** Fewer than a MEDIUM board needs, on purpose: here cards come four and more alike. */
const SPACE = `
rocket 🚀 flying_saucer 🛸 satellite 🛰️ full_moon 🌕 crescent_moon 🌙 sun ☀️ ringed_planet 🪐 earth 🌍 star ⭐ comet ☄️
milky_way 🌌 telescope 🔭 alien 👽 robot 🤖`;

export const THEMES: readonly Theme[] = [
  theme('animals', ANIMALS),
  theme('flowers', FLOWERS),
  theme('transport', TRANSPORT),
  theme('food', FOOD),
  theme('sports', SPORTS),
  theme('space', SPACE),
];

/** The theme with this id, or null. */
export function themeById(id: string): Theme | null {
  return THEMES.find((one) => one.id === id) ?? null;
}

/** What plain text shows for an item of a theme's list; the card's back for -1. */
export function shortCode(theme: string, item: number): string {
  const found = themeById(theme)?.items[item];
  return found === undefined ? CARD_BACK : `:${found.id}:`;
}

/** A theme from its text: short code and emoji in turn. */
function theme(id: string, text: string): Theme {
  const words = text.trim().split(/\s+/);
  const items = words.flatMap((word, index) =>
    index % 2 === 0 ? [{ id: word, name: titled(word), emoji: words[index + 1] ?? '' }] : [],
  );
  return { id, name: titled(id), items };
}

/** `cherry_blossom` -> `Cherry blossom`. */
function titled(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}
