/** The stylesheet of the reports. All of its rules are inside `.report`, apart from the size of printed pages. */
export const STYLES = `@page{size:A4;margin:14mm}
.report{--ink:#06231f;--quiet:#35524a;--c:#0f766e;--exp:#8a8f8c;--left:#eef4f1;--line:#c9d6cf;--wk:#f4f1e8;color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:#fff;font-variant-numeric:tabular-nums;max-width:58rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word
;.defs{position:absolute}
header p{margin:0;color:var(--quiet)}
h1{font-size:1.9em;line-height:1.2;margin:.1em 0 .2em;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.15em;margin:1.7em 0 .1em;break-after:avoid}
h2+p{margin:0 0 .6em;color:var(--quiet)}
dl{display:grid;grid-template-columns:repeat(4,1fr);gap:1em;margin:1.4em 0 0;padding:1em 0;border-block:2px solid var(--ink)}
dl div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
dt{color:var(--quiet);line-height:1.3}
dd{margin:0;font-size:2.1em;font-weight:700;line-height:1.15}
dd small{font-size:.48em;font-weight:400;color:var(--quiet)}
table{border-collapse:collapse;width:100%}
th,td{padding:.28em 0 .28em 1em;text-align:right;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--quiet);font-size:.9em;line-height:1.2;vertical-align:bottom}
tbody th,thead th:first-child,tfoot th{text-align:left;padding-left:0}
tbody th{font-weight:600}
tfoot th,tfoot td{font-weight:700;border-bottom:0;border-top:2px solid var(--ink)}
.names tbody th{overflow-wrap:anywhere;min-width:8em}
.bar{text-align:left}
td.bar svg{display:block;max-width:100%}
.tag{font-size:.78em;font-weight:600;padding:.05em .4em;border:1px solid var(--line);border-radius:.2em;white-space:nowrap;color:var(--quiet)}
.tag.out{background:#8f1730;color:#fff;border-color:#8f1730}
.key{display:flex;flex-wrap:wrap;gap:.2em 1.4em;margin:.2em 0 .6em;padding:0;list-style:none;font-size:.9em}
.key svg,th svg{vertical-align:-2px;margin-right:.4em}
figure{margin:0;overflow-x:auto}
figure text{font-size:12px;fill:var(--quiet)}
figure .hi{fill:var(--ink);font-weight:700}
.c{fill:var(--c)}
.x{fill:var(--exp)}
.l{fill:var(--left);stroke:var(--line)}
.w{fill:var(--wk)}
.g{stroke:var(--line)}
.u{fill:none;stroke:var(--ink);stroke-dasharray:3 3}
.two{display:grid;grid-template-columns:1fr 1fr;gap:2.5em}
.two>*{min-width:0}
details{margin-top:1.2em}
summary{cursor:pointer;color:var(--c);font-weight:600}
.notes{padding-left:1.1em;margin:.2em 0}
.scroll{overflow-x:auto}
@media(max-width:640px){dl,.two{grid-template-columns:1fr 1fr}
.two{grid-template-columns:1fr;gap:0}
.bar{display:none}
th,td{padding-left:.6em}}
@media print{margin:0;padding:0;max-width:none;font-size:11px;-webkit-print-color-adjust:exact;print-color-adjust:exact
;h2{margin-top:.9em}
h2+p{margin-bottom:.3em}
dl{margin-top:.7em;padding:.5em 0}
th,td{padding-block:.2em}
.notes{columns:2}
.two .notes{columns:1}
figure svg{max-width:100%;height:auto}
details{display:none}
tr,figure,dl{break-inside:avoid}}}
`;
