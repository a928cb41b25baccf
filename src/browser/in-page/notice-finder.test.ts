import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowserOptions, realBrowserPath } from '../../../test/support/real-browser.ts';
import { callFrame, registerEngine } from '../call-page.ts';
import { noticeWords as words } from '../notice-words.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  await registerEngine(selectors);
  const chromiumSandbox = realBrowserOptions().sandbox ?? process.getuid?.() !== 0;
  browser = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox });
  page = await (await browser.newContext({ offline: true })).newPage();
});

afterAll(() => browser.close());

const limits = { signal: AbortSignal.timeout(300_000), timeoutMs: 60_000 };

/** The name of the button that would be pressed; `pay` for a wall that is left, `none` where there is no notice. */
async function answerOf(html: string): Promise<string> {
  await page.setContent(html);
  const question = { isFramed: false, words };
  const { notice } = await callFrame(page.mainFrame(), 'consent', question, limits);
  if (notice === undefined) return 'none';
  return notice.button?.name ?? 'pay';
}

const toButtons = (names: readonly string[]): string =>
  names.map((name) => `<button>${name}</button>`).join(' ');
const article = `<main><h1>Tides</h1><p>${'The harbour was quiet. '.repeat(60)}</p></main>`;

function toBanner(
  said: string,
  names: readonly string[],
  style = 'position: fixed; bottom: 0',
): string {
  return `${article}<div class="x1" style="${style}"><p>${said}</p>${toButtons(names)}</div>`;
}

describe('a notice is known by its words in', () => {
  const languages: readonly (readonly [
    string,
    string,
    readonly string[],
    string,
    readonly string[],
    string,
  ])[] = [
    // Language, text, buttons with a refusal, what is pressed, buttons without one, what is pressed.
    [
      'English',
      'We use cookies to measure visits.',
      ['Accept all', 'Reject all', 'Manage settings'],
      'Reject all',
      ['Settings', 'Accept all cookies'],
      'Accept all cookies',
    ],
    [
      'English',
      'Cookies help us and our 812 partners.',
      ['Agree and close', 'Continue without accepting'],
      'Continue without accepting',
      ['Learn more', 'Got it!'],
      'Got it!',
    ],
    [
      'German',
      'Wir verwenden Cookies und ähnliche Techniken.',
      ['Alle akzeptieren', 'Nur notwendige Cookies', 'Einstellungen'],
      'Nur notwendige Cookies',
      ['Mehr erfahren', 'Zustimmen und weiter'],
      'Zustimmen und weiter',
    ],
    [
      'French',
      'Nous utilisons des cookies et des traceurs.',
      ['Tout accepter', 'Continuer sans accepter', 'Paramétrer'],
      'Continuer sans accepter',
      ['Personnaliser', 'J’accepte'],
      'J’accepte',
    ],
    [
      'Spanish',
      'Usamos cookies propias y de terceros.',
      ['Aceptar todo', 'Rechazar todo', 'Configurar'],
      'Rechazar todo',
      ['Configurar', 'Aceptar y continuar'],
      'Aceptar y continuar',
    ],
    [
      'Italian',
      'Questo sito usa i cookie.',
      ['Accetta tutti', 'Rifiuta tutti', 'Preferenze'],
      'Rifiuta tutti',
      ['Preferenze', 'Accetto'],
      'Accetto',
    ],
    [
      'Portuguese',
      'Utilizamos cookies neste site.',
      ['Aceitar todos', 'Rejeitar todos'],
      'Rejeitar todos',
      ['Definições', 'Concordo'],
      'Concordo',
    ],
    [
      'Dutch',
      'Wij gebruiken cookies.',
      ['Alles accepteren', 'Alles weigeren'],
      'Alles weigeren',
      ['Instellingen', 'Akkoord'],
      'Akkoord',
    ],
    [
      'Polish',
      'Używamy plików cookie.',
      ['Zaakceptuj wszystkie', 'Odrzuć wszystkie'],
      'Odrzuć wszystkie',
      ['Ustawienia', 'Zgadzam się'],
      'Zgadzam się',
    ],
    [
      'Swedish',
      'Vi använder kakor.',
      ['Godkänn alla', 'Endast nödvändiga'],
      'Endast nödvändiga',
      ['Inställningar', 'Jag förstår'],
      'Jag förstår',
    ],
    [
      'Danish',
      'Vi bruger cookies.',
      ['Tillad alle', 'Afvis alle'],
      'Afvis alle',
      ['Indstillinger', 'Accepter alle'],
      'Accepter alle',
    ],
    [
      'Norwegian',
      'Vi bruker informasjonskapsler.',
      ['Godta alle', 'Avslå alle'],
      'Avslå alle',
      ['Innstillinger', 'Godta'],
      'Godta',
    ],
    [
      'Finnish',
      'Käytämme evästeitä.',
      ['Hyväksy kaikki', 'Vain välttämättömät'],
      'Vain välttämättömät',
      ['Asetukset', 'Hyväksyn'],
      'Hyväksyn',
    ],
    [
      'Czech',
      'Používáme soubory cookies.',
      ['Přijmout vše', 'Odmítnout vše'],
      'Odmítnout vše',
      ['Nastavení', 'Souhlasím'],
      'Souhlasím',
    ],
    [
      'Hungarian',
      'Sütiket használunk.',
      ['Összes elfogadása', 'Összes elutasítása'],
      'Összes elutasítása',
      ['Beállítások', 'Elfogadom'],
      'Elfogadom',
    ],
    [
      'Romanian',
      'Folosim cookie-uri.',
      ['Acceptă toate', 'Refuză toate'],
      'Refuză toate',
      ['Setări', 'Accept'],
      'Accept',
    ],
    [
      'Russian',
      'Мы используем файлы cookie.',
      ['Принять все', 'Отклонить все'],
      'Отклонить все',
      ['Настройки', 'Принять'],
      'Принять',
    ],
    [
      'Ukrainian',
      'Ми використовуємо файли cookie.',
      ['Прийняти всі', 'Відхилити всі'],
      'Відхилити всі',
      ['Налаштування', 'Зрозуміло'],
      'Зрозуміло',
    ],
    [
      'Turkish',
      'Çerezleri kullanıyoruz.',
      ['Tümünü kabul et', 'Tümünü reddet'],
      'Tümünü reddet',
      ['Ayarlar', 'Kabul et'],
      'Kabul et',
    ],
    [
      'Greek',
      'Χρησιμοποιούμε cookies.',
      ['Αποδοχή όλων', 'Απόρριψη όλων'],
      'Απόρριψη όλων',
      ['Ρυθμίσεις', 'Συμφωνώ'],
      'Συμφωνώ',
    ],
    [
      'Japanese',
      '当サイトはクッキーを使用します。',
      ['すべて同意する', 'すべて拒否する'],
      'すべて拒否する',
      ['設定', '同意する'],
      '同意する',
    ],
    [
      'Chinese',
      '我们使用 cookie 改善体验。',
      ['全部接受', '全部拒绝'],
      '全部拒绝',
      ['设置', '接受'],
      '接受',
    ],
    [
      'Korean',
      '이 사이트는 쿠키를 사용합니다.',
      ['모두 동의', '모두 거부'],
      '모두 거부',
      ['설정', '동의'],
      '동의',
    ],
  ];

  test.each(languages)('%s: %s', async (_, said, both, refusal, one, acceptance) => {
    expect(await answerOf(toBanner(said, both))).toBe(refusal);
    expect(await answerOf(toBanner(said, one))).toBe(acceptance);
  });
});

describe('a notice is found', () => {
  const names = ['Accept all', 'Reject all'];

  test('in a dialog, in a shadow root, and by its name alone', async () => {
    expect(
      await answerOf(`${article}<dialog open><p>Cookies?</p>${toButtons(names)}</dialog>`),
    ).toBe('Reject all');
    const shadow = `<div style="position: fixed"><p>We use cookies.</p>${toButtons(names)}</div>`;
    expect(
      await answerOf(
        `${article}<x-notice></x-notice><script>document.querySelector('x-notice').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(shadow)}</script>`,
      ),
    ).toBe('Reject all');
    expect(
      await answerOf(
        `${article}<div id="cmp-box" style="position: fixed"><p>Your choice</p>${toButtons(names)}</div>`,
      ),
    ).toBe('Reject all');
  });

  test('among the paragraphs of the page, by a button that speaks of consent', async () => {
    expect(await answerOf(toBanner('We use cookies.', names, ''))).toBe('Reject all');
    expect(await answerOf(toBanner('We use cookies.', ['OK'], ''))).toBe('none');
  });

  test('by links and divisions that are buttons, but not by a link to another page', async () => {
    const link = (href: string, name: string): string => `<a href="${href}">${name}</a>`;
    const wrap = (inside: string): string =>
      `${article}<div style="position: fixed"><p>We use cookies.</p>${inside}</div>`;
    expect(await answerOf(wrap(link('#', 'Accept')))).toBe('Accept');
    expect(await answerOf(wrap('<div role="button" tabindex="0">Accept</div>'))).toBe('Accept');
    expect(await answerOf(wrap(link('https://elsewhere.example/ok', 'Accept')))).toBe('none');
  });

  test('behind what is hidden', async () => {
    const hidden = toBanner('We use cookies.', names, 'position: fixed; display: none');
    expect(await answerOf(hidden)).toBe('none');
    expect(
      await answerOf(hidden + toBanner('We use cookies.', ['Decline'], 'position: fixed')),
    ).toBe('Decline');
  });
});

describe('no button is pressed', () => {
  test.each([
    [
      'that pays or subscribes',
      'We use cookies, or you subscribe.',
      ['Accept all', 'Subscribe for €3.99'],
      'pay',
    ],
    [
      'of a wall that asks to pay or to accept',
      'Mit Cookies weiterlesen oder Abo',
      ['Alle akzeptieren', 'Jetzt abonnieren'],
      'pay',
    ],
    ['of a refusal that costs', 'Cookies?', ['Accept', 'Reject and pay'], 'pay'],
    ['of an order', 'Your order. We use cookies.', ['Accept order', 'Close'], 'none'],
    [
      'that says more than consent',
      'Cookie settings of your account',
      ['Accept transfer', 'Delete all', 'Manage'],
      'none',
    ],
    [
      'that names a kind of cookies',
      'We use cookies.',
      ['Necessary', 'Preferences', 'Statistics'],
      'none',
    ],
    ['of another dialog', 'Delete this photo?', ['OK', 'Cancel', 'Accept'], 'none'],
    ['of a baker without a notice', 'Fresh cookies', ['Add to basket', 'Continue'], 'none'],
  ])('%s', async (_, said, names, expected) => {
    expect(await answerOf(toBanner(said, names))).toBe(expected);
  });

  test('of a dialog that asks for an address or a password', async () => {
    const form = `<div role="dialog" style="position: fixed"><p>We use cookies. Sign in to go on.</p><input type="email"><input type="password">${toButtons(['Accept'])}</div>`;
    expect(await answerOf(article + form)).toBe('none');
  });

  test('of a page that is a layer as a whole', async () => {
    const shell = `<div style="position: fixed; inset: 0; overflow: auto">${article.repeat(6)}<p>Cookies</p>${toButtons(['OK'])}</div>`;
    expect(await answerOf(shell)).toBe('none');
  });
});
