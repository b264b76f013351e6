import { expect, it } from 'vitest';
import { languages } from '#speakable-text/languages.ts';
import { speakableText } from '#speakable-text/speakable-text.ts';

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
  ['a host as people read it', 'Open https://xn--mller-kva.example/a', 'Open müller.example'],
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
