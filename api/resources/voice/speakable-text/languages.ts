const names = [
  'quote',
  'footnote',
  'done',
  'toDo',
  'code',
  'block',
  'blockIn',
  'check',
  'cross',
  'plus',
  'minus',
  'up',
  'down',
  'right',
  'left',
  'warning',
  'red',
  'orange',
  'yellow',
  'green',
] as const;
export type WordName = (typeof names)[number];

/**
 * Words by the language in which they are, in the order of their names. `{}` is where the language of a block of code is named.
 * Another language belongs here only with all of them, by somebody who speaks it: a word of a wrong language is worse than none.
 */
export const languages: Readonly<Record<string, Readonly<Record<WordName, string>>>> = {
  da: words(
    'Citat, Fodnote, Færdig, Mangler, Kode, En blok kode., En blok kode i {}.',
    'flueben, kryds, plus, minus, op, ned, højre, venstre, advarsel',
    'rød, orange, gul, grøn',
  ),
  de: words(
    'Zitat, Fußnote, Erledigt, Offen, Code, Ein Abschnitt Code., Ein Abschnitt Code in {}.',
    'Häkchen, Kreuz, plus, minus, aufwärts, abwärts, rechts, links, Achtung',
    'rot, orange, gelb, grün',
  ),
  en: words(
    'Quote, Footnote, Done, To do, Code, A block of code., A block of code in {}.',
    'check mark, cross mark, plus, minus, up, down, right, left, warning',
    'red, orange, yellow, green',
  ),
  es: words(
    'Cita, Nota, Hecho, Pendiente, Código, Un bloque de código., Un bloque de código en {}.',
    'marca de verificación, cruz, más, menos, arriba, abajo, derecha, izquierda, atención',
    'rojo, naranja, amarillo, verde',
  ),
  fr: words(
    'Citation, Note, Fait, À faire, Code, Un bloc de code., Un bloc de code en {}.',
    'coche, croix, plus, moins, vers le haut, vers le bas, à droite, à gauche, attention',
    'rouge, orange, jaune, vert',
  ),
  it: words(
    'Citazione, Nota, Fatto, Da fare, Codice, Un blocco di codice., Un blocco di codice in {}.',
    'spunta, croce, più, meno, su, giù, a destra, a sinistra, attenzione',
    'rosso, arancione, giallo, verde',
  ),
  ja: words(
    '引用, 脚注, 完了, 未完了, コード, コードブロック。, {}のコードブロック。',
    'チェック, バツ, プラス, マイナス, 上, 下, 右, 左, 注意',
    '赤, オレンジ, 黄, 緑',
  ),
  nl: words(
    'Citaat, Voetnoot, Gedaan, Te doen, Code, Een blok code., Een blok code in {}.',
    'vinkje, kruisje, plus, min, omhoog, omlaag, rechts, links, let op',
    'rood, oranje, geel, groen',
  ),
  no: norwegian(),
  nb: norwegian(),
  pl: words(
    'Cytat, Przypis, Zrobione, Do zrobienia, Kod, Blok kodu., Blok kodu w języku {}.',
    'ptaszek, krzyżyk, plus, minus, w górę, w dół, w prawo, w lewo, uwaga',
    'czerwony, pomarańczowy, żółty, zielony',
  ),
  pt: words(
    'Citação, Nota, Feito, Por fazer, Código, Um bloco de código., Um bloco de código em {}.',
    'visto, cruz, mais, menos, para cima, para baixo, à direita, à esquerda, atenção',
    'vermelho, laranja, amarelo, verde',
  ),
  sv: words(
    'Citat, Fotnot, Klart, Att göra, Kod, Ett kodblock., Ett kodblock i {}.',
    'bock, kryss, plus, minus, upp, ned, höger, vänster, varning',
    'röd, orange, gul, grön',
  ),
  tr: words(
    'Alıntı, Dipnot, Tamamlandı, Yapılacak, Kod, Bir kod bloğu., {} dilinde bir kod bloğu.',
    'onay işareti, çarpı, artı, eksi, yukarı, aşağı, sağ, sol, uyarı',
    'kırmızı, turuncu, sarı, yeşil',
  ),
  zh: words(
    '引用, 脚注, 已完成, 待办, 代码, 一段代码。, 一段{}代码。',
    '对勾, 叉号, 加, 减, 向上, 向下, 向右, 向左, 注意',
    '红色, 橙色, 黄色, 绿色',
  ),
};

function norwegian(): Record<WordName, string> {
  return words(
    'Sitat, Fotnote, Ferdig, Gjenstår, Kode, En kodeblokk., En kodeblokk i {}.',
    'hake, kryss, pluss, minus, opp, ned, høyre, venstre, advarsel',
    'rød, oransje, gul, grønn',
  );
}

function words(blocks: string, marks: string, colours: string): Record<WordName, string> {
  const all = `${blocks}, ${marks}, ${colours}`.split(', ');
  return Object.fromEntries(names.map((name, index) => [name, all[index] ?? ''])) as Record<WordName, string>;
}
