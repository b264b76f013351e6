import { expect, it } from 'vitest';
import { languages } from '#api/resources/voice/speakable-text/languages.ts';
import { speakableText } from '#api/resources/voice/speakable-text/speakable-text.ts';

it.each<[string, string, string]>([
  ['products', '2*50 EUR and 3*20 EUR', '2*50 EUR and 3*20 EUR'],
  ['powers', '2**3 and 2**4 and `2*3`', '2**3 and 2**4 and 2*3'],
  ['products with spaces', '2 * 50 and 3 * 20', '2 * 50 and 3 * 20'],
  ['ranges', '5~~10 EUR and 20~~30 EUR, ~~7~~ 6 EUR', '5~10 EUR and 20~30 EUR, 6 EUR'],
  ['check marks', '| Paid | Sent |\n|-|-|\n| ✅ | ❌ |', 'Paid: check mark; Sent: cross mark'],
  ['signs', 'Balance ➖5 and ➕7', 'Balance minus 5 and plus 7'],
  ['arrows', 'Rate ⬆️ 2 %, ▼ 1 %', 'Rate up 2 %, down 1 %'],
  ['a paragraph of HTML', '<p>You owe <b>5</b>&nbsp;EUR.</p>', 'You owe 5 EUR.'],
  ['a list of HTML', '<ul><li>one</li><li>two</li></ul>', 'one.\ntwo'],
  ['no scripts of HTML', '<div>yes<script>no</script></div>', 'yes'],
  ['no notes after an amount', 'You owe 50 EUR [1][2].', 'You owe 50 EUR.'],
  ['no note with its source', 'You owe 50 EUR [1][2].\n\n[2]: https://a.example', 'You owe 50 EUR.'],
  ['products of names', '5*x*y and a*b*c = 3*(4+5)*2', '5*x*y and a*b*c = 3*(4+5)*2'],
  ['numbers on two lines', '100\n200, and 1<br>2', '100, 200, and 1, 2'],
  ['numbers around a picture', '💶 100 💶 200 1️⃣2️⃣ 🔟', '100, 200 12 10'],
  ['old prices', '<s>100</s> 80 EUR, <del>7</del> ~~6~~ 5 EUR', '80 EUR, 5 EUR'],
  ['old prices of HTML', '<p><s>100</s> 80 EUR</p>', '80 EUR'],
  ['powers of HTML', '10<sup>3</sup> m<sup>-2</sup>, x<sub>12</sub>', '10³ m⁻², x₁₂'],
  ['powers of several signs', '10<sup>2n</sup>, 5<sup>th</sup>', '10^2n, 5th'],
  ['images of HTML', 'See <img src="a.png" alt="a chart">', 'See a chart'],
  ['powers of a block of HTML', '<p>10<sup>3</sup></p>', '10³'],
  ['entities of HTML', '<p>&pound;5 &#8364;7 &#x20ac;8 &frac12; &none;</p>', '£5 €7 €8 ½ &none;'],
  ['what is to be filled in', 'Send it to <IBAN>, <your name>', 'Send it to <IBAN>, <your name>'],
  ['comparisons', 'if a <b and c> d or x<y', 'if a <b and c> d or x<y'],
  ['no scripts in a sentence', 'Hello <script>alert(1)</script><style>b {}</style> you', 'Hello you'],
  ['states', '| Status |\n|-|\n| 🟢 |\n| 🔴 |\n| 🟡 late |', 'Status: green.\nStatus: red.\nStatus: late'],
  ['countries', '| To |\n|-|\n| 🇩🇪 |\n| 🇫🇷 France |', 'To: Germany.\nTo: France'],
  ['trends', '📈 5 %, 🔻 2 %', 'up 5 %, down 2 %'],
  ['boxes', 'Rent ☑, gas ☐', 'Rent check mark, gas To do:'],
  ['formulas', '$$E = mc^2$$ and $5', 'E = mc^2 and $5'],
  ['notes that are no quotes', '> [!NOTE]\n> Read it.\n\n> [!WARNING]\n> Pay.', 'Read it.\nwarning: Pay.'],
  ['no characters that nobody sees', '\u2066a\u2069 b\u00adc\u200f \u0007d', 'a bc d'],
  ['a host as people read it', 'Open https://xn--mller-kva.example/a', 'Open müller.example'],
  ['cells of HTML without ends', '<table><tr><td>5<td>6<tr><th>7</th><td>8</table>', '5; 6.\n7; 8'],
  ['images beside each other', '![5](a.png)![6](b.png), <img alt="7">8', '5 6, 7 8'],
  [
    'products and quotients of pictures',
    '2✖️3 EUR, 8 ✖ 9, 6 ➗ 2, ✖️ 4 EUR',
    '2×3 EUR, 8 × 9, 6 ÷ 2, cross mark 4 EUR',
  ],
])('[voice.speak.meaning] of a text, %s are said', async (_, markdown, said) => {
  expect(await speakableText(markdown)).toBe(said);
});

it('[voice.speak.meaning] words of its own are in the language of the text', async () => {
  const markdown = '> Gut\n\n- [x] Miete ✅';
  expect(await speakableText(markdown, { language: 'de-AT' })).toBe('Zitat: Gut.\nErledigt: Miete Häkchen');
  expect(await speakableText('> Bien', { language: 'fr' })).toBe('Citation: Bien');
});

it('[voice.speak.meaning] in a language without words of its own, no word of another one is said', async () => {
  const markdown =
    '> Hyvä\n\n- [x] Vuokra ✅\n- Saldo ➖5\n\n```js\na\nb\n```\n\n```\nnpm i\n```\n\nIlmainen[^1].\n\n[^1]: Ei';
  expect(await speakableText(markdown, { language: 'fi-FI' })).toBe(
    'Hyvä.\nVuokra ✓.\nSaldo -5.\nnpm i.\nIlmainen.\n1: Ei',
  );
  expect(await speakableText('| A |\n|-|\n| ✅ |\n| ⬆️ 2 |', { language: 'ko' })).toBe('A: ✓.\nA: ↑ 2');
  expect(await speakableText('⚠️ Varo', { language: 'fi' })).toBe('Varo');
});

it.each(Object.entries(languages))('[voice.speak.meaning] %s has all words', (_, words) => {
  expect(Object.values(words).every((word) => word.trim() !== '')).toBe(true);
  expect(words.blockIn).toContain('{}');
  expect(words.warning).not.toContain(',');
});

it('[voice.speak.meaning] states and countries are in the language of the text', async () => {
  const markdown = '| A | B |\n|-|-|\n| 🟢 | 🇩🇪 |';
  expect(await speakableText(markdown, { language: 'fr' })).toBe('A: vert; B: Allemagne');
  expect(await speakableText(markdown, { language: 'fi' })).toBe('B: Saksa');
});

it('[voice.speak.meaning] no comment and no script is said, however long it is', async () => {
  const long = Array.from({ length: 200 }, (_, n) => `secret ${n} of it`).join('\n\n');
  for (const hidden of [`<!--\n${long}\n-->`, `<script>\n${long}\n</script>`, `<style>${long}</style>`]) {
    expect(await speakableText(`Before\n\n${hidden} \n\nAfter`)).toBe('Before.\nAfter');
  }
  const code = '```html\n<!-- a comment\n```\n\nAfter';
  expect(await speakableText(code)).toBe('Code: <!-- a comment.\nAfter');
});
