import { el } from '../../browser/dom.ts';
import type { SampleRequest } from '../../reference/samples.ts';

/** Sends the samples of the reference to the local platform, in the name of one of the demo people. Only `npm start` serves this script. */

/** What `/local/personas` and `/local/sample-values` return. */
interface Demo {
  readonly personas: readonly { readonly name: string }[];
  /** Values of parameters that exist in the demo world, by a part of the paths that have them. */
  readonly sampleValues: readonly (readonly [part: string, value: string])[];
}

/** Where the chosen person is kept until the tab is closed. */
const KEPT = 'sihat-reference-person';

async function offerSending(): Promise<void> {
  const [{ personas }, { sampleValues }] = await Promise.all([
    json('/local/personas'),
    json('/local/sample-values'),
  ]);
  const demo: Demo = { personas, sampleValues };
  const menus: HTMLSelectElement[] = [];
  const choose = (person: string): void => {
    sessionStorage.setItem(KEPT, person);
    for (const menu of menus) menu.value = person;
  };
  for (const example of document.querySelectorAll<HTMLElement>('.example[data-request]')) {
    const request: SampleRequest = JSON.parse(example.dataset['request'] ?? '{}');
    const menu = menuOf(demo, choose);
    menus.push(menu);
    addForm(example, { ...request, path: pathIn(demo, request) }, menu);
  }
  choose(sessionStorage.getItem(KEPT) ?? '');
}

function menuOf({ personas }: Demo, choose: (person: string) => void): HTMLSelectElement {
  const names = personas.map(({ name }) => new Option(name, name));
  const menu = el('select', '', new Option('nobody', ''), ...names);
  menu.addEventListener('change', () => choose(menu.value));
  return menu;
}

/** The path with a value of the demo world in place of the first parameter, where there is one. */
function pathIn({ sampleValues }: Demo, { template, path }: SampleRequest): string {
  const [part, value] = sampleValues.find(([known]) => template.includes(known)) ?? [];
  if (part === undefined || value === undefined) return path;
  const place = template.slice(0, template.indexOf(part)) + part;
  const position = place.split('/').findIndex((segment) => segment.startsWith('{'));
  const segments = path.split('/');
  return [...segments.slice(0, position), value, ...segments.slice(position + 1)].join('/');
}

/** Adds a form above the example of the response, which it replaces by the real one. */
function addForm(example: HTMLElement, { method, path, body }: SampleRequest, menu: HTMLSelectElement): void {
  const address = el('input', '');
  address.value = path;
  address.spellcheck = false;
  const content = el('textarea', '');
  content.value = body === undefined ? '' : JSON.stringify(body, null, 2);
  content.spellcheck = false;
  const change = el(
    'details',
    '',
    el('summary', '', 'Change the request'),
    labelled(`${method} to`, address),
    body === undefined ? undefined : labelled('Body', content),
  );
  const button = el('button', 'button main', 'Send');
  const status = el('span', 'unseen');
  status.setAttribute('role', 'status');
  const form = el('form', 'send', el('p', '', labelled('Send it as', menu), button, status), change);
  const response = responseBox(example);
  response.before(form);
  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    const { title, text } = await sent(
      { method, path: address.value, body: content.value },
      menu.value,
    ).catch((error: unknown) => ({ title: 'No response', text: String(error) }));
    isSending = false;
    button.removeAttribute('aria-disabled');
    showIn(response, title, text);
    status.textContent = title;
  });
}

/** The example of the response. An operation without a response body has none, and gets an empty box. */
function responseBox(example: HTMLElement): HTMLElement {
  const last = example.lastElementChild;
  if (last instanceof HTMLElement && last.querySelector('span')?.textContent?.startsWith('Response'))
    return last;
  const pre = el('pre', '');
  pre.tabIndex = 0;
  const box = el('div', 'sample', el('p', '', el('span', '')), pre);
  box.hidden = true;
  example.append(box);
  return box;
}

/** Shows a response in the box of the example. */
function showIn(box: HTMLElement, title: string, text: string): void {
  const name = box.querySelector('span');
  const pre = box.querySelector('pre');
  if (name) name.textContent = title;
  if (pre) {
    pre.textContent = text;
    pre.setAttribute('aria-label', title);
  }
  box.hidden = false;
}

const labelled = (text: string, control: HTMLElement): HTMLLabelElement =>
  el('label', '', `${text} `, control);

async function sent(request: { method: string; path: string; body: string }, person: string) {
  const { method, path, body } = request;
  const headers = {
    ...(body !== '' && { 'content-type': 'application/json' }),
    ...(person !== '' && { authorization: `Bearer ${await tokenOf(person)}` }),
  };
  const response = await fetch(path, { method, headers, ...(body !== '' && { body }) });
  return { title: `Response ${response.status} of this platform`, text: readable(await response.text()) };
}

async function tokenOf(persona: string): Promise<string> {
  const { accessToken } = await json('/local/tokens', { method: 'POST', body: JSON.stringify({ persona }) });
  return accessToken;
}

async function json(address: string, options?: RequestInit) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${address} answered with ${response.status}`);
  return response.json();
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

void offerSending();
