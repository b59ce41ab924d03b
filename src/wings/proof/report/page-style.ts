/** The style sheet of the page. Colours keep a contrast of 4.5 to the background and differ for colour-blind readers. */
export const pageStyle = `
:root { --text: #1c2024; --quiet: #5c6570; --back: #ffffff; --panel: #f6f7f9; --line: #d9dde3;
  --pack: #0b62c4; --spans: #0f7b8a; --chunks: #6b4fbb; --grep: #b4500a; --files: #6a6f76; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --quiet: #a2abb6; --back: #15181c; --panel: #1e2228; --line: #353b44;
    --pack: #6cb2ff; --spans: #4fc7d6; --chunks: #b8a3ff; --grep: #ffa15c; --files: #b0b6be; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; font-weight: 650; }
h2 { font-size: 17px; margin: 40px 0 12px; font-weight: 650; }
.folder { overflow-wrap: anywhere; }
.about { color: var(--quiet); margin: 0; }
.headline { font-size: 18px; margin: 20px 0 0; padding: 14px 18px; background: var(--panel); border-left: 4px solid var(--pack); border-radius: 4px; }
figure { margin: 0; padding: 20px; background: var(--panel); border-radius: 8px; }
svg { display: block; width: 100%; height: auto; max-width: 860px; margin: 0 auto; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
.grid line { stroke: var(--line); }
.grid text, .axis { fill: var(--quiet); }
polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
circle { fill: currentColor; }
.label { fill: currentColor; font-weight: 600; }
.line-pack { color: var(--pack); } .line-pack polyline { stroke-width: 3.5; }
.line-spans { color: var(--spans); } .line-spans polyline { stroke-dasharray: 8 3; }
.line-chunks { color: var(--chunks); } .line-chunks polyline { stroke-dasharray: 2 3; }
.line-grep { color: var(--grep); } .line-files { color: var(--files); } .line-files polyline { stroke-dasharray: 10 3 2 3; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: 8px; }
th, td { padding: 6px 8px; text-align: right; white-space: nowrap; font-weight: 400; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-size: 13px; }
th[scope=colgroup] { text-align: center; color: var(--text); border-left: 1px solid var(--line); border-bottom: 0; }
.edge { border-left: 1px solid var(--line); }
th[scope=row] { text-align: left; } tbody tr:first-child { font-weight: 600; } .tasks tbody tr:first-child { font-weight: 400; }
tbody tr:first-child th, tbody tr:first-child td { font-weight: inherit; }
.mark { display: inline-block; width: 10px; height: 10px; border-radius: 2px; background: currentColor; margin-right: 8px; }
.tasks th[scope=row] { white-space: normal; min-width: 300px; } .tasks th[scope=col]:first-child { text-align: left; }
.tasks thead th { white-space: normal; vertical-align: bottom; }
.all { font-weight: 600; } .none { color: var(--quiet); }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--quiet); }
dl { color: var(--quiet); font-size: 14px; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0 0; }
dt { color: var(--text); } dd { margin: 0; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 8px; } main { padding: 24px 16px; } }
@media print { .scroll { overflow: visible; } }
`;
