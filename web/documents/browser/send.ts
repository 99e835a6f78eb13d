import { el } from '../../browser/dom.ts';
import type { SampleRequest } from '../../reference/samples.ts';

/** Sends the samples of the reference to the local platform, in the name of one of the demo people. Only `npm start` serves this script. */

interface Personas {
  readonly personas: readonly { readonly name: string }[];
}

let person = '';
const menus: HTMLSelectElement[] = [];

async function offerSending(): Promise<void> {
  const { personas }: Personas = await (await fetch('/local/personas')).json();
  const names = personas.map(({ name }) => name);
  for (const example of document.querySelectorAll<HTMLElement>('.example[data-request]'))
    example.lastElementChild?.before(senderOf(JSON.parse(example.dataset['request'] ?? '{}'), names));
}

function senderOf({ method, path, body }: SampleRequest, names: readonly string[]): HTMLElement {
  const menu = el('select', '', new Option('nobody', ''), ...names.map((name) => new Option(name, name)));
  menus.push(menu);
  menu.addEventListener('change', () => {
    person = menu.value;
    for (const other of menus) other.value = person;
  });
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
  const answer = el('div', 'answer');
  answer.setAttribute('role', 'status');
  const form = el('form', 'send', el('p', '', labelled('Send it as', menu), button), change, answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
    const { title, text } = await sent(method, address.value, content.value).catch((error: unknown) => ({
      title: 'No response',
      text: error instanceof Error ? error.message : String(error),
    }));
    button.removeAttribute('aria-disabled');
    const pre = el('pre', '', text);
    pre.tabIndex = 0;
    pre.setAttribute('aria-label', title);
    answer.replaceChildren(el('div', 'sample', el('p', '', el('span', '', title)), pre));
  });
  return form;
}

const labelled = (text: string, control: HTMLElement): HTMLLabelElement =>
  el('label', '', `${text} `, control);

async function sent(method: string, path: string, body: string) {
  const headers = {
    ...(body !== '' && { 'content-type': 'application/json' }),
    ...(person !== '' && { authorization: `Bearer ${await tokenOf(person)}` }),
  };
  const response = await fetch(path, { method, headers, ...(body !== '' && { body }) });
  const text = await response.text();
  return { title: `Response ${response.status}`, text: readable(text) };
}

async function tokenOf(persona: string): Promise<string> {
  const response = await fetch('/local/tokens', { method: 'POST', body: JSON.stringify({ persona }) });
  const { accessToken } = await response.json();
  return accessToken;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

void offerSending();
