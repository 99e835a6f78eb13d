/** The stylesheet of the reports. All of its rules are inside `.report`, apart from the size of printed pages. */
export const STYLES = `@page{size:A4;margin:14mm}
.report{--ink:#06231f;--quiet:#35524a;--c:#0f766e;--exp:#8a8f8c;--left:#eef4f1;--line:#c9d6cf;--wk:#f4f1e8;color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:#fff;font-variant-numeric:tabular-nums;max-width:58rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}
.report .defs{position:absolute}
.report header p{margin:0;color:var(--quiet)}
.report h1{font-size:1.9em;line-height:1.2;margin:.1em 0 .2em;text-wrap:balance;overflow-wrap:anywhere}
.report h2{font-size:1.15em;margin:1.7em 0 .1em;break-after:avoid}
.report h2+p{margin:0 0 .6em;color:var(--quiet)}
.report dl{display:grid;grid-template-columns:repeat(4,1fr);gap:1em;margin:1.4em 0 0;padding:1em 0;border-block:2px solid var(--ink)}
.report dl div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
.report dt{color:var(--quiet);line-height:1.3}
.report dd{margin:0;font-size:2.1em;font-weight:700;line-height:1.15}
.report dd small{font-size:.48em;font-weight:400;color:var(--quiet)}
.report table{border-collapse:collapse;width:100%}
.report th,.report td{padding:.28em 0 .28em 1em;text-align:right;border-bottom:1px solid var(--line);font-weight:400}
.report thead th{color:var(--quiet);font-size:.9em;line-height:1.2;vertical-align:bottom}
.report tbody th,.report thead th:first-child,.report tfoot th{text-align:left;padding-left:0}
.report tbody th{font-weight:600}
.report tfoot th,.report tfoot td{font-weight:700;border-bottom:0;border-top:2px solid var(--ink)}
.report .names tbody th{overflow-wrap:anywhere;min-width:8em}
.report .bar{text-align:left}
.report td.bar svg,.report .under svg{display:block;width:100%}
.report td.bar{width:50%;min-width:16em}
.report .under{display:none}
.report .tag{font-size:.78em;font-weight:600;padding:.05em .4em;border:1px solid var(--line);border-radius:.2em;white-space:nowrap;color:var(--quiet)}
.report .tag.out{background:#8f1730;color:#fff;border-color:#8f1730}
.report .key{display:flex;flex-wrap:wrap;gap:.2em 1.4em;margin:.2em 0 .6em;padding:0;list-style:none;font-size:.9em}
.report .key svg,.report th svg{vertical-align:-2px;margin-right:.4em}
.report figure{margin:0;overflow-x:auto}
.report .chart{direction:rtl}
.report .chart>*{direction:ltr;display:block;width:100%;min-width:55rem;height:auto}
.report figure text{font-size:12px;fill:var(--quiet)}
.report figure .hi{fill:var(--ink);font-weight:700}
.report .c{fill:var(--c)}
.report .x{fill:var(--exp)}
.report .l{fill:var(--left);stroke:var(--line)}
.report .w{fill:var(--wk)}
.report .g{stroke:var(--line)}
.report .u{fill:none;stroke:var(--ink);stroke-dasharray:3 3}
.report .two{display:grid;grid-template-columns:1fr 1fr;gap:2.5em}
.report .two>*{min-width:0}
.report details{margin-top:1.2em}
.report summary{cursor:pointer;color:var(--c);font-weight:600}
.report .notes{padding-left:1.1em;margin:.2em 0}
.report .scroll{overflow-x:auto}
@media(max-width:640px){.report dl,.report .two{grid-template-columns:1fr 1fr}
.report .two{grid-template-columns:1fr;gap:0}
.report .bar{display:none}
.report .under{display:block;margin-top:.2em}
.report th,.report td{padding-left:.6em}}
@media(max-width:30rem){.report{padding:0 .4rem}
.report table{font-size:.84em}
.report .names tbody th{min-width:5em}
.report th,.report td{padding-left:.4em}}
@media print{.report{margin:0;padding:0;max-width:none;font-size:11px;line-height:1.4;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.report h2{margin-top:.9em}
.report h2+p{margin-bottom:.3em}
.report dl{margin-top:.7em;padding:.5em 0}
.report th,.report td{padding-block:.2em}
.report .notes{columns:2}
.report .two .notes{columns:1}
.report figure svg{max-width:100%;height:auto}
.report .chart>*{min-width:0}
.report details{display:none}
.report tr,.report figure,.report dl{break-inside:avoid}}
`;
