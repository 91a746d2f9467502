import type { Palette } from '../drawing/palette.ts'

/** The page's style: two schemes, one column, tables that scroll within themselves. */
export function styleOf(properties: Palette['properties'] = () => ''): string {
  return `
:root{color-scheme:light dark;--ground:#fdfdfc;--surface:#fff;--text:#1c1f24;--muted:#5b6470;--line:#dfe2e6;--tint:#fff4ec;--shade:#0f172a22;--accent:#c2410c;--cool:#2b67a8;${properties('light')}}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--surface:#1a1e23;--text:#e6e9ed;--muted:#9aa4b0;--line:#313841;--tint:#2b2119;--shade:#000b;--accent:#ff9a62;--cool:#7fb4ee;${properties('dark')}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header,main,footer{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:3rem}
h1,h2,h3,p,li,figcaption,th,td{overflow-wrap:anywhere}
h1{font-size:clamp(1.6rem,1.2rem + 1.6vw,2.25rem);line-height:1.2;letter-spacing:-.015em;margin:.25rem 0 1.25rem}
h2{font-size:1.35rem;line-height:1.3;margin:3.5rem 0 .5rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
h3,figure>h2,.table>h2{font-size:1.05rem;line-height:1.35;margin:0 0 .5rem;padding:0;border:0}
.overline{margin:0;font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;color:var(--accent);font-weight:600}
.notices{margin:0;padding:.85rem 1rem .85rem 2rem;background:var(--tint);border-left:3px solid var(--accent);border-radius:0 4px 4px 0;font-size:.92rem}
.notices li+li{margin-top:.3rem}
nav ul{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem;list-style:none;margin:1.25rem 0 0;padding:0;font-size:.95rem}
a{color:var(--accent);text-underline-offset:.2em}
a:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
figure{margin:2.5rem 0 0;padding:1.25rem 1.25rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.25rem 1.5rem}
.panel{min-width:0;max-width:34rem}
.panel-title{margin:0 0 .25rem;font-size:.85rem;font-weight:600;color:var(--muted)}
.plot{display:block;width:100%;height:auto;color:var(--muted);overflow:visible;font-family:inherit;font-size:11px}
.plot text{white-space:pre}
figcaption{margin-top:.85rem;max-width:46rem;font-size:.9rem;color:var(--muted)}
figcaption .notice{color:var(--text)}
.table{margin:2.75rem 0 0}
.notes{margin:0 0 .75rem;max-width:52rem;font-size:.82rem;color:var(--muted)}
.legend{margin:.5rem 0 0;max-width:52rem;font-size:.82rem;color:var(--muted)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:linear-gradient(to right,var(--surface),transparent) 0 0/2.5rem 100% no-repeat local,linear-gradient(to left,var(--surface),transparent) 100% 0/2.5rem 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) 0 0/.75rem 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) 100% 0/.75rem 100% no-repeat scroll,var(--surface)}
table{border-collapse:collapse;width:100%;font-size:.85rem;line-height:1.35;font-variant-numeric:tabular-nums}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
th,td{padding:.38rem .65rem;text-align:left;vertical-align:baseline;white-space:nowrap}
td:first-child,thead th:first-child,tbody th:first-child{padding-left:1rem}
thead th{font-weight:600;color:var(--muted);vertical-align:bottom;border-bottom:1px solid var(--line)}
thead .pair{text-align:center;border-bottom:0;padding-bottom:0}
thead .measured,thead .paper{font-weight:400;font-size:.95em;padding-top:0}
.right{text-align:right}
thead button{all:unset;cursor:pointer}
thead button:hover{color:var(--accent)}
thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[aria-sort=ascending] button::after{content:" ↑"}
[aria-sort=descending] button::after{content:" ↓"}
.filter{display:block;margin:0 0 .5rem;font-size:.82rem;color:var(--muted)}
.filter input{font:inherit;padding:.15rem .4rem;background:var(--surface);color:var(--text);border:1px solid var(--muted);border-radius:4px}
tbody th{font-weight:500;position:sticky;left:0;background:var(--surface)}
tbody:target{scroll-margin-top:3rem}
tbody:target>tr>:first-child{box-shadow:inset 4px 0 var(--accent)}
tbody+tbody{border-top:1px solid var(--line)}
.paper{color:var(--muted)}
tr.subject{background:var(--tint)}
tr.subject th{background:var(--tint);color:var(--accent);font-weight:700}
.brief{padding-top:1rem}
.brief h1{font-size:1.6rem;margin:0 0 .6rem}
.brief .notices{padding:.4rem .75rem .4rem 1.75rem;font-size:.78rem;line-height:1.4}
.brief .notices li+li{margin-top:.1rem}
#summary{margin-top:.75rem}
#summary h2{margin:0 0 .3rem;padding-bottom:.1rem}
#summary h3{margin:0;font-size:.9rem}
#summary p,#summary li{font-size:.8rem;line-height:1.4}
#summary p{margin:0 0 .4rem}
#summary table{font-size:.78rem;line-height:1.3}
#summary th,#summary td{padding:.09rem .4rem}
#summary thead th{white-space:normal;overflow-wrap:normal}
#summary tbody th{min-width:26.1rem;white-space:normal}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.25rem 1.5rem;margin-bottom:.6rem}
.sides ul{margin:0;padding-left:1.1rem}
details{border-bottom:1px solid var(--line)}
details>summary{cursor:pointer;padding:.35rem 0}
details>summary h2{display:inline;font-size:1.05rem;margin:0;padding:0;border:0}
details[open]{padding-bottom:2.5rem}
#failures ul{font-size:.88rem;padding-left:1.25rem}
footer{margin-top:3.5rem;padding-top:1.25rem;padding-bottom:3rem;font-size:.85rem;color:var(--muted)}
@media (max-width:40rem){#summary tbody th{min-width:11rem}header{padding-top:1.75rem}header,main,footer{padding-left:1rem;padding-right:1rem}figure{padding:1rem .75rem .85rem;margin-left:-.25rem;margin-right:-.25rem}.table~.table .notes{display:none}}
@media print{body{background:#fff}details::details-content{content-visibility:visible;block-size:auto}figure,.table{break-inside:avoid}.scroll{overflow:visible}}
`
}
