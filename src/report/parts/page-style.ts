// The style of the page. Text and background colours have a contrast of at least 4.5, in light and dark mode.

const COLORS = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #16191f; --soft: #565d6b; --line: #dfe3ea; --sunk: #f1f3f6;
  --focus: #1d5fd1; --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 1px 3px rgb(16 24 40 / 8%);
  --fail: #b3261e; --fail-bg: #fdecea; --broken: #9b1c6b; --broken-bg: #fbeaf4;
  --warning: #8a4b00; --warning-bg: #fdf1dc; --open: #2a56a8; --open-bg: #e8effb;
  --note: #565d6b; --note-bg: #eceff3; --pass: #17663a; --pass-bg: #e4f4ea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --card: #181c22; --ink: #e8eaee; --soft: #a2aab8; --line: #2b313b; --sunk: #11151a;
    --focus: #83b0ff; --shadow: none;
    --fail: #ff9b93; --fail-bg: #3d1a18; --broken: #f6a2d3; --broken-bg: #3a1730;
    --warning: #f3bd6b; --warning-bg: #35260e; --open: #9cc0ff; --open-bg: #172a4a;
    --note: #a2aab8; --note-bg: #262c35; --pass: #7fd6a2; --pass-bg: #12301f;
  }
}
.fail { --tone: var(--fail); --tone-bg: var(--fail-bg); }
.broken { --tone: var(--broken); --tone-bg: var(--broken-bg); }
.warning { --tone: var(--warning); --tone-bg: var(--warning-bg); }
.open { --tone: var(--open); --tone-bg: var(--open-bg); }
.known { --tone: var(--note); --tone-bg: var(--note-bg); }
.note { --tone: var(--note); --tone-bg: var(--note-bg); }
.pass { --tone: var(--pass); --tone-bg: var(--pass-bg); }
`;

const HEAD = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 76rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
code, pre, .id, dd { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre, dd { font-size: .8125rem; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
h1, h2, h4, p, ul, dl { margin: 0; }
.tool { color: var(--soft); font-weight: 600; font-size: .875rem; }
.tool span { font-weight: 400; }
h1 { margin: .25rem 0; font-size: 2.25rem; line-height: 1.15; letter-spacing: -.02em; color: var(--tone); }
.what { font-size: 1.0625rem; overflow-wrap: anywhere; }
.bar { display: block; width: 100%; height: .625rem; border-radius: 1rem; background: var(--line); }
.bar rect { fill: var(--tone); stroke: var(--card); stroke-width: 2px; vector-effect: non-scaling-stroke; }
header > .bar { margin: 1.5rem 0 1rem; }
header > .bar rect { stroke: var(--page); }
.tiles { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
.tiles li { padding: .25rem .75rem; border-radius: 1rem; background: var(--tone-bg); color: var(--tone); }
.tiles .zero { background: none; color: var(--soft); box-shadow: inset 0 0 0 1px var(--line); }
.overview { display: grid; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0; }
.card { padding: 1.125rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; box-shadow: var(--shadow); }
.card h2 { margin-bottom: .625rem; font-size: .875rem; }
dl > div { display: grid; grid-template-columns: 7.5rem 1fr; gap: .75rem; padding: .1875rem 0; }
dt { color: var(--soft); font-size: .8125rem; }
dd { margin: 0; line-height: 1.5; }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; }
thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th[scope=row] { padding: .1875rem .75rem .1875rem 0; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
td { width: 45%; }
td .bar { height: .4375rem; }
td.number { width: 1%; padding-left: .75rem; text-align: right; white-space: nowrap; color: var(--soft); font-variant-numeric: tabular-nums; }
`;

const LIST = `
.toolbar {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 -.5rem;
  padding: .75rem .5rem; background: var(--page); border-bottom: 1px solid var(--line);
}
.toolbar label { display: grid; gap: .1875rem; font-size: .75rem; color: var(--soft); }
.toolbar .grow { flex: 1 1 14rem; }
input, select, button {
  height: 2.25rem; min-width: 0; max-width: 15rem; padding: 0 .625rem; font: inherit; font-size: .875rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .4375rem;
}
.grow input { width: 100%; max-width: none; }
input::placeholder { color: var(--soft); opacity: 1; }
.buttons { display: flex; gap: .375rem; }
button { cursor: pointer; }
button:hover { background: var(--sunk); }
output { min-width: 6.5rem; line-height: 2.25rem; font-size: .8125rem; color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
.list > h2, .fold > summary { margin: 1.75rem 0 .625rem; }
.fold > summary { display: flex; gap: .625rem; align-items: baseline; }
.list h2 { display: flex; gap: .5rem; align-items: center; font-size: 1.0625rem; }
.list h2 span { padding: 0 .5rem; border-radius: 1rem; background: var(--tone-bg); color: var(--tone); font-size: .8125rem; }
.finding { margin-bottom: .5rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: .4375rem; box-shadow: var(--shadow); }
.fold > .finding, .note > .finding { margin-bottom: -1px; border-radius: 0; box-shadow: none; }
.fold > .finding > summary, .note > .finding > summary { padding-block: .375rem; }
.fold > .finding:hover, .note > .finding:hover { background: var(--sunk); }
.finding > summary { display: grid; grid-template-columns: auto auto 1fr auto; gap: .625rem; align-items: baseline; padding: .625rem .875rem; }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before {
  content: ""; align-self: center; width: .4375rem; height: .4375rem; margin: 0 .25rem 0 .125rem; rotate: -45deg;
  border: solid var(--soft); border-width: 0 2px 2px 0; transition: rotate .12s;
}
details[open] > summary::before { rotate: 45deg; }
.verdict { padding: .0625rem .5rem; border-radius: .3125rem; background: var(--tone-bg); color: var(--tone); font-size: .75rem; font-weight: 650; }
.claim { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; min-width: 0; overflow-wrap: anywhere; }
.title { font-weight: 600; }
.pass .title, .note .title { font-weight: 400; }
.claim code, .id { color: var(--soft); }
.id { font-size: .75rem; text-align: right; max-width: 20rem; }
.body { padding: 0 .875rem .875rem 2.125rem; }
.details { margin-bottom: .625rem; padding-left: 1.125rem; overflow-wrap: anywhere; }
.body > dl { display: flex; flex-wrap: wrap; gap: .125rem 1.5rem; margin-bottom: .625rem; }
.body > dl > div { display: flex; gap: .5rem; align-items: baseline; min-width: 0; }
.exchange { margin-top: .5rem; border: 1px solid var(--line); border-radius: .4375rem; }
.exchange > summary { display: flex; gap: .5rem; align-items: baseline; padding: .375rem .75rem; font-size: .875rem; overflow-wrap: anywhere; }
.exchange > div { padding: 0 .75rem .75rem; }
.time { margin-left: auto; color: var(--soft); font-size: .75rem; white-space: nowrap; }
.messages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .75rem; }
.messages > div { min-width: 0; }
h4 { margin: .25rem 0; font-size: .75rem; font-weight: 600; color: var(--soft); }
pre { margin: 0; padding: .625rem .75rem; max-height: 26rem; overflow: auto; white-space: pre-wrap; background: var(--sunk); border-radius: .3125rem; line-height: 1.55; tab-size: 2; }
.curl { user-select: all; }
.messages + h4 { margin-top: .75rem; }
.causes > h2 span { background: var(--note-bg); color: var(--note); }
.cause { margin-bottom: .75rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: .4375rem; box-shadow: var(--shadow); }
.cause > summary { display: grid; grid-template-columns: auto auto 1fr auto; gap: .625rem; align-items: baseline; padding: .75rem .875rem; }
.cause > .body { padding-left: .875rem; }
.cause .finding { box-shadow: none; border-left-width: 1px; }
.cause h3 { margin: 0; font-size: .8125rem; color: var(--soft); }
.others > summary { margin: .875rem 0 .375rem; }
.fix { margin-bottom: .625rem; }
.when { color: var(--soft); font-size: .875rem; }
.links { margin-top: .375rem; font-size: .75rem; }
.links a { color: var(--soft); }
.copy { float: right; height: 1.75rem; margin: .25rem .25rem 0 .5rem; font-size: .75rem; }
.nothing { padding: 3rem 0; text-align: center; color: var(--soft); }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .8125rem; }
`;

const NARROW_AND_PAPER = `
@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.75rem; }
  .toolbar { position: static; }
  .toolbar label { flex: 1 1 9rem; }
  select { max-width: none; }
  .finding > summary, .cause > summary { grid-template-columns: auto auto 1fr; }
  .cause > .body { padding-inline: .5rem; }
  .id { grid-column: 3; text-align: left; }
  .body { padding-left: .875rem; }
  dl > div { grid-template-columns: 5.5rem 1fr; }
}
@media (prefers-reduced-motion: reduce) { summary::before { transition: none; } }
@media print {
  :root {
    --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --sunk: #f4f4f4; --shadow: none;
    --fail: #9c1c15; --broken: #8a145d; --warning: #733e00; --open: #1e468f; --note: #444; --pass: #105430;
    --fail-bg: #fff; --broken-bg: #fff; --warning-bg: #fff; --open-bg: #fff; --note-bg: #fff; --pass-bg: #fff;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .toolbar, .copy, .links, summary::before { display: none !important; }
  .cause::details-content, .finding.fail::details-content, .finding.broken::details-content, .finding.warning::details-content {
    content-visibility: visible; height: auto;
  }
  pre { max-height: none; overflow: visible; }
  h2, summary { break-after: avoid; }
  .card, .finding.pass, .bar { break-inside: avoid; }
  .bar, .verdict { print-color-adjust: exact; }
}
`;

export const PAGE_STYLE = `${COLORS}${HEAD}${LIST}${NARROW_AND_PAPER}`;
