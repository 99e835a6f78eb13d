import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { printable } from '../print.ts';
import { type Count, type Day, periodOf, type Report } from './report.ts';

/**
 * A report as one HTML page with charts. It has no scripts and loads nothing, which its content security policy enforces.
 * Texts enter as text nodes, so that none of them becomes markup.
 */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const WIDTH = 720;
const COLOUR = '#0f766e';

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c1917; background: #fff; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; }
figure { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: right; border-bottom: 1px solid #d6d3d1; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.scroll { overflow-x: auto; }
@media print { figure, tr { break-inside: avoid; } }
`;

export function pageReport(report: Report): string {
  const { title, workspace, sections, days, notes } = report;
  const { document } = parseHTML('<!doctype html><html lang="en"><head></head><body></body></html>');
  type Element = ReturnType<typeof document.createElement> | ReturnType<typeof Plot.plot>;

  function element(name: string, text = '', attributes: Readonly<Record<string, string>> = {}): Element {
    const made = document.createElement(name);
    if (text !== '') made.textContent = printable(text);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
  const inside = (outer: Element, ...children: readonly Element[]): Element => {
    outer.append(...children);
    return outer;
  };
  const heading = `${title}: ${workspace}`;

  document.head.append(
    element('meta', '', { charset: 'utf-8' }),
    element('meta', '', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', '', { name: 'viewport', content: 'width=device-width' }),
    element('link', '', { rel: 'icon', href: 'data:,' }),
    // linkedom writes the text of a title as it is, where a browser would escape it.
    element('title', heading.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    element('style', STYLE),
  );
  const main = element('main');
  document.body.append(main);
  main.append(
    element('h1', heading),
    element('p', periodOf(report)),
    ...sections.flatMap(({ title, counts }) => [
      element('h2', title),
      figure(title, counts, barChart(counts)),
    ]),
    ...(days.length > 0 ? [element('h2', 'By day'), dayFigure(), dayTable()] : []),
    element('h2', 'Notes'),
    ...notes.map((note) => element('p', note)),
  );
  return `${document.toString()}\n`;

  /** A chart whose numbers a screen reader gets as its label. */
  function figure(title: string, counts: readonly Count[], chart: Element): Element {
    const numbers = counts.map(({ label, count }) => `${label}: ${count}`).join(', ');
    // The labels of Plot for groups of marks are not allowed on elements without a role.
    for (const group of chart.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
    chart.setAttribute('role', 'img');
    chart.setAttribute('aria-label', `${title}. ${numbers}`);
    return inside(element('figure', '', { tabindex: '0', role: 'group', 'aria-label': title }), chart);
  }

  function barChart(counts: readonly Count[]): Element {
    return Plot.plot({
      document,
      width: WIDTH,
      marginLeft: 170,
      marginRight: 60,
      height: 40 + 30 * counts.length,
      x: { axis: null, domain: [0, Math.max(1, ...counts.map(({ count }) => count))] },
      y: { label: null, domain: counts.map(({ label }) => label), tickSize: 0 },
      style: { fontSize: '14px' },
      marks: [
        Plot.barX(counts, { x: 'count', y: 'label', fill: COLOUR }),
        Plot.text(counts, { x: 'count', y: 'label', text: 'count', textAnchor: 'start', dx: 6 }),
        Plot.ruleX([0]),
      ],
    });
  }

  /** One small chart for each count, over the days. */
  function dayFigure(): Element {
    const points = days.flatMap(({ date, counts }) =>
      counts.map(({ label, count }) => ({ day: new Date(date), label, count })),
    );
    const labels = (days[0]?.counts ?? []).map(({ label }) => label);
    const most = Math.max(2, ...points.map(({ count }) => count));
    const chart = Plot.plot({
      document,
      width: WIDTH,
      marginLeft: 50,
      marginRight: 180,
      marginBottom: 40,
      height: 70 + 70 * labels.length,
      x: { type: 'utc', label: null },
      y: { label: null, ticks: 2, tickFormat: 'd', grid: true, domain: [0, most] },
      fy: { label: null, domain: labels, padding: 0.25 },
      style: { fontSize: '13px' },
      marks: [
        Plot.rectY(points, { x: 'day', interval: 'day', y: 'count', fy: 'label', fill: COLOUR, inset: 0 }),
        Plot.ruleY([0]),
      ],
    });
    return figure('By day', totalsOf(days), chart);
  }

  function dayTable(): Element {
    const labels = (days[0]?.counts ?? []).map(({ label }) => label);
    const head = inside(
      element('tr'),
      ...['date', ...labels].map((label) => element('th', label, { scope: 'col' })),
    );
    const rows = days.map(({ date, counts }) =>
      inside(
        element('tr'),
        element('th', date, { scope: 'row' }),
        ...counts.map(({ count }) => element('td', `${count}`)),
      ),
    );
    const table = inside(element('table'), inside(element('thead'), head), inside(element('tbody'), ...rows));
    const scroll = { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Table of the days' };
    return inside(element('div', '', scroll), table);
  }
}

function totalsOf(days: readonly Day[]): Count[] {
  return (days[0]?.counts ?? []).map(({ label }, n) => ({
    label,
    count: days.reduce((sum, { counts }) => sum + (counts[n]?.count ?? 0), 0),
  }));
}
