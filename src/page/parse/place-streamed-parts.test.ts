import { describe, expect, it } from 'vitest';
import { readText } from '../tree/node-text.ts';
import { type ParseMode, readPage } from '../read-page.ts';

const modes: readonly ParseMode[] = ['accurate', 'speed'];
const wait = '<p>Wait</p>';
const oil = '<p>Brass lamp</p>';

describe.each(modes)('placeStreamedParts in the %s mode', (parseMode) => {
  const text = (body: string): string =>
    readText(
      readPage({ html: `<body>${body}</body>`, url: 'https://shop.example/', parseMode }).document,
    );
  const page = (place: string, rest: string): string =>
    text(`<main><h1>Shop</h1>${place}<p>Feet</p></main>${rest}`);

  it('puts a template where its script says, with all that stands in its place until a comment', () => {
    const place = `<template id="pl-0-1"></template>${wait}<!--pl-0-1-->`;
    const define =
      '<script>function $df(a,n,t){n=document.getElementById(a),t=document.getElementById("pl-"+a);t.replaceWith(n.content)}</script>';
    const part = `<template id="0-1">${oil}</template><script>$df("0-1")</script>`;
    expect(page(place, define + part)).toBe('Shop\nBrass lamp\nFeet');
    expect(page(place, define)).toBe('Shop\nWait\nFeet');
    expect(page(place, define + part.replace('$df("0-1")', '$df("0-2")'))).toBe('Shop\nWait\nFeet');
  });

  it.each([
    ['pl-0-1', '0-1'],
    ['0-1:placeholder', '0-1'],
    ['P_oil', 'oil'],
    ['slot--oil-1', '-oil-1'],
    ['oil-loading', 'oil'],
  ])('finds the place %s by the name of its part alone: %s', (place, name) => {
    const define =
      '<script>function put(n){document.getElementById(where(n)).replaceWith(document.getElementById(n).content)}</script>';
    const part = `<template id="${name}">${oil}</template><script>put("${name}")</script>`;
    const others = '<i id="oil-2"></i><i id="oil-place-3"></i><i id="pl-0-11"></i>';
    expect(page(`<div id="${place}">${wait}</div>`, others + define + part)).toBe(
      'Shop\nBrass lamp\nFeet',
    );
    expect(page(`<div id="my-${place}">${wait}</div>`, others + define + part)).toBe(
      'Shop\nWait\nFeet',
    );
  });

  it.each([
    'document.getElementById("later").replaceWith(document.getElementById("piece").content)',
    "const t = document.querySelector('#piece'); const at = document.querySelector('#later'); at.parentNode.replaceChild(t.content.cloneNode(true), at)",
    '$("#later").replaceWith($("#piece").html())',
    'window.addEventListener("DOMContentLoaded", () => { document.getElementById("later").innerHTML = document.getElementById("piece").innerHTML })',
    'function put(at, from) { document.getElementById(at).outerHTML = document.getElementById(from).innerHTML }\nput("later", "piece")',
  ])('puts a template and a hidden part in the place that a script names: %s', (script) => {
    for (const part of [
      `<template id="piece">${oil}</template>`,
      `<div hidden id="piece">${oil}</div>`,
      `<div id="piece" style="display: none">${oil}</div>`,
    ]) {
      expect(page(`<div id="later">${wait}</div>`, `${part}<script>${script}</script>`)).toBe(
        'Shop\nBrass lamp\nFeet',
      );
    }
  });

  it('needs no word of what a function does where an empty template stands in the page', () => {
    const part = `<div hidden id="S:0">${oil}</div>`;
    const define = '<script>queue=[];$RC=function(b,c){queue.push(b,c)};$RC("B:0","S:0")</script>';
    const place = `<!--$?--><template id="B:0"></template>${wait}<!--/$-->`;
    expect(page(place, part + define)).toBe('Shop\nBrass lamp\nFeet');
    expect(page(`<template id="P:0"></template>`, part + define.replace('B:0', 'P:0'))).toBe(
      'Shop\nBrass lamp\nFeet',
    );
    expect(page(`<p id="B:0">Wait</p>`, part + define)).toBe('Shop\nWait\nFeet');
  });

  it('leaves what a visitor opens, what a script fills with data, and what it only shows', () => {
    const parts = `<div hidden id="piece">${oil}</div><template id="row"><p>Name</p></template>`;
    for (const script of [
      'document.getElementById("later").addEventListener("click", () => { document.getElementById("later").replaceWith(document.getElementById("piece")) })',
      'document.getElementById("later").onclick = () => { document.getElementById("later").innerHTML = document.getElementById("piece").innerHTML }',
      'initTabs("later", "piece")',
      'const row = document.getElementById("row").content; for (const lamp of lamps) { const one = row.cloneNode(true); one.querySelector("p").textContent = lamp.name; document.getElementById("later").append(one) }',
      'fetch("/piece").then((piece) => document.getElementById("later").replaceWith(document.getElementById("row")))',
    ]) {
      const html = `${parts}<script>${script}</script>`;
      expect(page(`<div id="later">${wait}</div>`, html)).toBe('Shop\nWait\nFeet');
    }
  });

  it.each([
    ['replace', 'Shop\nBrass lamp\nFeet'],
    ['update', 'Shop\nBrass lamp\nFeet'],
    ['append', 'Shop\nWait\nBrass lamp\nFeet'],
    ['prepend', 'Shop\nBrass lamp\nWait\nFeet'],
    ['after', 'Shop\nWait\nBrass lamp\nFeet'],
    ['before', 'Shop\nBrass lamp\nWait\nFeet'],
    ['remember', 'Shop\nWait\nFeet'],
  ])('does what an element that names its place says: %s', (action, shown) => {
    const stream = `<page-stream action="${action}" target="later"><template>${oil}</template></page-stream>`;
    expect(page(`<div id="later">${wait}</div>`, stream)).toBe(shown);
    expect(page(`<div id="other">${wait}</div>`, stream)).toBe('Shop\nWait\nFeet');
  });

  it('puts a template for an element into it', () => {
    const part = `<template for="later">${oil}</template>`;
    expect(page(`<div id="later">${wait}</div>`, part)).toBe('Shop\nBrass lamp\nFeet');
    expect(page(`<div id="other">${wait}</div>`, part)).toBe('Shop\nWait\nFeet');
    expect(page(`<div id="later">${wait}</div>`, part.replace('for=', 'data-x='))).toBe(
      'Shop\nWait\nFeet',
    );
  });

  it('places parts within parts, each with what stands in its place', () => {
    const define =
      '<script>function put(at, from) { document.getElementById(at).replaceWith(document.getElementById(from).content) }</script>';
    const outer = `<template id="outer"><p>Lamps</p><template id="p-2"></template>${wait}<!--p-2--></template><script>put("p-1", "outer")</script>`;
    const inner = `<template id="inner">${oil}</template><script>put("p-2", "inner")</script>`;
    const place = `<template id="p-1"></template>${wait}<!--p-1-->`;
    expect(page(place, define + outer + inner)).toBe('Shop\nLamps\nBrass lamp\nFeet');
    expect(page(place, define + outer)).toBe('Shop\nLamps\nWait\nFeet');
    expect(page(place, define + inner)).toBe('Shop\nWait\nFeet');
  });
});
