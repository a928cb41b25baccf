import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedLists, serveLists, toList } from '../../../../test/support/serve-lists.ts';

let lists: ServedLists;

beforeAll(async () => {
  lists = await serveLists();
});

afterAll(() => lists.close());

const aside = '<aside>Last week <b class="was">99</b></aside>';

const lamp = '<b class="name">Lamp</b>';
const stool = '<b class="name">Stool</b>';

describe('a field that stands outside the items', () => {
  const fields = { name: { selectors: '.name' }, was: { selectors: '.was' } };

  test('is no value of items whose like had it inside on an earlier page', async () => {
    const first = toList([`${lamp} <b class="was">12</b>`, stool]) + aside;
    const { items } = await lists.read({ bodies: [first, toList([lamp, stool]) + aside], fields });
    expect(items).toEqual([
      { name: 'Lamp', was: '12' },
      { name: 'Stool' },
      { name: 'Lamp' },
      { name: 'Stool' },
    ]);
  });

  test('is no value of items that had it inside in an earlier run', async () => {
    const before = await lists.read({
      bodies: [toList([`${lamp} <b class="was">12</b>`])],
      fields,
    });
    const was = '/steps/1/parameters/fields/was/selectors';
    expect(before.fingerprints.targets[was]?.isShared).toBe(false);
    const { items, targets, warnings } = await lists.read({
      bodies: [toList([lamp, stool]) + aside],
      fields,
      fingerprints: before.fingerprints,
    });
    expect(items).toEqual([{ name: 'Lamp' }, { name: 'Stool' }]);
    expect(targets).toContainEqual(expect.objectContaining({ path: was, servedBy: 'nothing' }));
    expect(warnings.join(' ')).not.toContain('given to all');
  });

  test('is given to all items where the first page has it nowhere else, and reported', async () => {
    const bodies = [toList([lamp]) + aside, toList([stool]) + aside.replace('99', '98')];
    const { items, warnings, fingerprints } = await lists.read({ bodies, fields });
    expect(items).toEqual([
      { name: 'Lamp', was: '99' },
      { name: 'Stool', was: '98' },
    ]);
    expect(warnings).toEqual([
      'Step 2 (extract): `was` stands outside the items; its one value was given to all of them.',
    ]);
    // The next run knows it, and need not say it again.
    const again = await lists.read({ bodies, fields, fingerprints });
    expect(again.items).toEqual(items);
    expect(again.warnings).toEqual([]);
    const was = '/steps/1/parameters/fields/was/selectors';
    expect(again.fingerprints.targets[was]?.isShared).toBe(true);
  });

  test('is reported where a later page has it inside', async () => {
    const bodies = [toList([lamp]) + aside, toList([`${stool} <b class="was">30</b>`]) + aside];
    const { items, warnings } = await lists.read({ bodies, fields });
    expect(items.at(-1)).toEqual({ name: 'Stool', was: '30' });
    expect(warnings.join(' ')).toContain(
      `stands inside the items of ${lists.origin}/2, but the items of earlier pages`,
    );
  });

  test('is missing where it has several values', async () => {
    const two = `${aside}<footer><b class="was">7</b></footer>`;
    const { items, warnings } = await lists.read({ bodies: [toList([lamp]) + two], fields });
    expect(items).toEqual([{ name: 'Lamp' }]);
    expect(warnings).toEqual([
      'Step 2 (extract): `was` is in none of the items, and has 2 values outside of them: none was taken. Its selectors should find it inside each item.',
    ]);
  });

  test.each([{ optional: true }, { list: true }])('is never shared when %o', async (form) => {
    const { items, warnings } = await lists.read({
      bodies: [toList([lamp, stool]) + aside],
      fields: { ...fields, was: { selectors: '.was', ...form } },
    });
    expect(items).toEqual([{ name: 'Lamp' }, { name: 'Stool' }]);
    expect(warnings.join(' ')).not.toContain('given to all');
  });

  test('does not make items of empty blocks', async () => {
    const { items } = await lists.read({ bodies: [toList([lamp, '', '']) + aside], fields });
    expect(items).toEqual([{ name: 'Lamp', was: '99' }]);
  });
});

function named(name: string, attributes = ''): string {
  return `<li ${attributes}><b class="name">${name}</b></li>`;
}

describe('what people cannot see', () => {
  const fields = { name: { selectors: '.name' } };
  const style =
    '<style>.off{position:absolute;left:-9999px}.label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.gone{visibility:hidden}.flat{height:0;overflow:hidden}.faint{opacity:0}</style>';

  test('is no item, and its number is reported', async () => {
    const body = `${style}<ul>${named('Template', 'style="display:none"')}${named('Attribute', 'hidden')}${named('Invisible', 'class="gone"')}${named('Lamp')}${named('Away', 'class="off"')}${named('Faint', 'class="faint"')}</ul>
      <details><summary>More</summary><ul>${named('Closed')}</ul></details>
      <div class="flat"><ul>${named('Flat')}</ul></div>
      <div style="display:contents"><ul>${named('Contents')}</ul></div>`;
    const seen = await lists.read({ bodies: [body], fields });
    expect(seen.items.map(({ name }) => name)).toEqual(['Lamp', 'Away', 'Faint', 'Contents']);
    expect(seen.warnings).toEqual([
      'Step 2 (extract): 5 of 9 items are hidden on the page and were left out; `visible: false` takes them.',
    ]);
    const all = await lists.read({ bodies: [body], fields, parameters: { visible: false } });
    expect(all.items).toHaveLength(9);
    expect(all.warnings).toEqual([]);
  });

  test('is cut off by a box without size only where it cannot escape it', async () => {
    const cut = (box: string, inner: string) =>
      `<div style="height:0;overflow:hidden;${box}"><div style="${inner}"><ul>${named(box + inner)}</ul></div></div>`;
    const body =
      cut('', 'position:absolute') +
      cut('position:relative', 'position:fixed') +
      cut('position:relative', 'position:absolute') +
      cut('', 'position:relative') +
      `<div style="height:0"><ul>${named('overflows')}</ul></div>`;
    const { items } = await lists.read({ bodies: [body], fields });
    expect(items.map(({ name }) => name)).toEqual([
      'position:absolute',
      'position:relativeposition:fixed',
      'overflows',
    ]);
  });

  test('is no text of a field: the next match is read, else the value is missing', async () => {
    const body = `${style}<ul><li><b class="name" hidden>Old</b><b class="name">Lamp</b></li>
      <li><b class="name">Stool <i style="display:none">secret</i><i class="label">on sale</i></b></li>
      <li>Rug<b class="name gone">Rug</b></li></ul>`;
    const { items, warnings } = await lists.read({
      bodies: [body],
      fields: { ...fields, all: { selectors: ':scope' }, sale: { selectors: 'i', optional: true } },
    });
    expect(items).toEqual([
      { name: 'Lamp', all: 'Lamp' },
      { name: 'Stool on sale', all: 'Stool on sale', sale: 'on sale' },
      { all: 'Rug' },
    ]);
    expect(warnings).toEqual([
      'Step 2 (extract): `name` is hidden in 1 of 3 items and was not read there; `visible: false` reads it.',
    ]);
  });

  test('is read where an attribute, a hidden input or the head is meant', async () => {
    const body = `<meta name="shop" content="Ferry"><ul><li><b class="name">Lamp</b><i hidden class="sku" data-sku="A1"></i><input type="hidden" class="id" value="7"><select><option>S</option><option>M</option></select></li></ul>`;
    const { items } = await lists.read({
      bodies: [body],
      fields: {
        ...fields,
        sku: { selectors: '.sku', attribute: 'data-sku' },
        id: { selectors: '.id' },
        sizes: { selectors: 'option', list: true },
        shop: { selectors: 'meta[name=shop]' },
        title: { selectors: 'title' },
      },
    });
    expect(items).toEqual([
      { name: 'Lamp', sku: 'A1', id: '7', sizes: 'S | M', shop: 'Ferry', title: 'List' },
    ]);
  });

  test('is waited for: a script may show it', async () => {
    const body = `<ul id="list" style="display:none">${named('Lamp')}</ul><script>setTimeout(() => list.removeAttribute('style'), 700)</script>`;
    const { items, warnings } = await lists.read({ bodies: [body], fields });
    expect(items).toEqual([{ name: 'Lamp' }]);
    expect(warnings).toEqual([]);
  });
});

describe('a form control', () => {
  const body = `<ul><li><input class="typed" value="before"><textarea class="note">before</textarea>
    <select class="size"><option value="s">Small</option><option value="m">Medium</option></select>
    <input type="checkbox" class="box" value="yes" checked><input type="password" class="code" value="hunter2">
    <fieldset disabled><button class="buy">Buy</button></fieldset><details class="more"><summary>More</summary></details></li></ul>
    <script>const set = (name, member, value) => { document.querySelector(name)[member] = value; };
    set('.typed', 'value', 'after'); set('.note', 'value', 'after'); set('.size', 'value', 'm'); set('.box', 'checked', false); set('.code', 'value', 'hunter3'); set('.more', 'open', true);</script>`;

  test('has the value that it has now', async () => {
    const value = { attribute: 'value' };
    const { items } = await lists.read({
      bodies: [body],
      fields: {
        typed: { selectors: '.typed', ...value },
        note: { selectors: '.note', ...value },
        size: { selectors: '.size', ...value },
        box: { selectors: '.box', ...value },
        isChecked: { selectors: '.box', attribute: 'checked', type: 'boolean' },
        isMedium: { selectors: 'option[value=m]', attribute: 'selected', type: 'boolean' },
        isOff: { selectors: '.buy', attribute: 'disabled', type: 'boolean' },
        isOpen: { selectors: '.more', attribute: 'open', type: 'boolean' },
      },
    });
    expect(items).toEqual([
      {
        typed: 'after',
        note: 'after',
        size: 'm',
        box: 'yes',
        isChecked: 'false',
        isMedium: 'true',
        isOff: 'true',
        isOpen: 'true',
      },
    ]);
  });

  test('reads as what people see in it, and a password never', async () => {
    const { items } = await lists.read({
      bodies: [body],
      fields: {
        typed: { selectors: '.typed' },
        note: { selectors: '.note' },
        size: { selectors: '.size' },
        isChecked: { selectors: '.box' },
        code: { selectors: '.code' },
        codeValue: { selectors: '.code', attribute: 'value' },
      },
    });
    expect(items).toEqual([
      {
        typed: 'after',
        note: 'after',
        size: 'Medium',
        isChecked: 'false',
        code: '',
        codeValue: '',
      },
    ]);
  });
});

describe('what is not there', () => {
  const fields = { name: { selectors: ['h2', '.name'] }, price: { selectors: '.price' } };
  const timeoutMs = 1_600;

  test('is reported with what each selector of the items matches', async () => {
    const { items, warnings } = await lists.read({
      bodies: ['<p class="card">Words</p><p class="card" hidden>Words</p>'],
      fields,
      parameters: { items: ['li.card', 'div.card'] },
      timeoutMs,
    });
    expect(items).toEqual([]);
    expect(warnings).toEqual([
      `Step 2 (extract) found no item on ${lists.origin}/1: "li.card" matches 0 elements, "div.card" matches 0 elements.`,
    ]);
  });

  test('is reported with what the fields match in items without values', async () => {
    const { warnings } = await lists.read({
      bodies: [`${toList(['Words', 'Words'])}<h2>Elsewhere</h2><h2>Too</h2>`],
      fields,
      timeoutMs,
    });
    expect(warnings).toContain(
      `Step 2 (extract) found no item on ${lists.origin}/1: "li" matches 2 elements; no field has a value in them: \`name\` ("h2" matches 0 elements in the first item and 2 on the page, ".name" matches 0 elements in the first item and 0 on the page), \`price\` (".price" matches 0 elements in the first item and 0 on the page).`,
    );
  });

  test('says so where all items are hidden', async () => {
    const { items, warnings } = await lists.read({
      bodies: [`<div hidden>${toList([lamp, stool])}</div>`],
      fields,
      timeoutMs,
    });
    expect(items).toEqual([]);
    expect(warnings[0]).toContain('"li" matches 2 elements, all hidden.');
    expect(warnings[1]).toContain('all 2 items are hidden on the page and were left out');
  });

  test('says so where the page was still loading', async () => {
    const { warnings } = await lists.read({
      bodies: ['<p>Words</p><script async src="/never.js"></script>'],
      fields,
      timeoutMs,
    });
    expect(warnings[0]).toMatch(/"li" matches 0 elements; the page was still loading\.$/);
  });

  test('is reported of a field that no item has', async () => {
    const { items, warnings } = await lists.read({
      bodies: [`${toList([lamp, stool])}<p class="price">1</p><p class="price">2</p>`],
      fields: { ...fields, cost: { selectors: '.cost' }, tax: { selectors: 'i', optional: true } },
    });
    expect(items).toEqual([{ name: 'Lamp' }, { name: 'Stool' }]);
    expect(warnings).toEqual([
      `Step 2 (extract): no item on ${lists.origin}/1 has \`cost\`: ".cost" matches 0 elements in the first item and 0 on the page.`,
      'Step 2 (extract): `price` is in none of the items, and has 2 values outside of them: none was taken. Its selectors should find it inside each item.',
    ]);
  });

  test('is reported of a page without items once', async () => {
    const { warnings } = await lists.read({
      bodies: ['<h1>Lamp</h1>'],
      fields,
      parameters: { items: undefined },
      timeoutMs,
    });
    expect(warnings).toEqual([
      `Step 2 (extract) found none of its fields on ${lists.origin}/1: \`name\` ("h2" matches 0 elements, ".name" matches 0 elements), \`price\` (".price" matches 0 elements).`,
    ]);
  });
});

describe('items that hold other items', () => {
  const fields = {
    name: { selectors: 'td:nth-child(1)' },
    price: { selectors: 'td:nth-child(2)' },
  };
  const rows = '<tr><td>Lamp</td><td>12</td></tr><tr><td>Stool</td><td>30</td></tr>';
  const wanted = [
    { name: 'Lamp', price: '12' },
    { name: 'Stool', price: '30' },
  ];

  test('are left out where they are laid out around items, and reported', async () => {
    const { items, warnings } = await lists.read({
      bodies: [`<table><tr><th>Menu</th><td><table>${rows}</table></td></tr></table>`],
      fields,
      parameters: { items: 'tr' },
    });
    expect(items).toEqual(wanted);
    expect(warnings).toEqual([
      'Step 2 (extract): 1 element that its items match holds other items and nothing of its own, and was left out: a selector that matches the items alone is safer.',
    ]);
  });

  test('are reported where one of their fields holds the others', async () => {
    const { items, warnings } = await lists.read({
      bodies: [`<table><tr><td>Shop</td><td><table>${rows}</table></td></tr></table>`],
      fields,
      parameters: { items: 'tr' },
    });
    expect(items.slice(1)).toEqual(wanted);
    expect(warnings).toEqual([
      `Step 2 (extract): \`price\` of an item on ${lists.origin}/1 holds other items, whose text is part of its value: check whether that element is an item.`,
    ]);
  });

  test('stay where they have fields of their own, as comments with replies', async () => {
    const reply = '<li><b class="name">Bo</b></li>';
    const { items, warnings } = await lists.read({
      bodies: [toList([`<b class="name">Ada</b><ul>${reply}</ul>`])],
      fields: { name: { selectors: '.name' } },
    });
    expect(items).toEqual([{ name: 'Ada' }, { name: 'Bo' }]);
    expect(warnings).toEqual([]);
  });
});
