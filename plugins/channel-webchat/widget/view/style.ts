/** All colours derive from `--brand`; the page’s own styles end at the shadow root. */
export const style = `
:host {
  all: initial; position: fixed; right: 0; bottom: 0; z-index: 2147483000; color-scheme: light;
  --sheet: #fff; --canvas: #f7f5f7; --ink: #1e191e; --soft: #686268; --line: #e7e3e7; --theirs: #fff; --theirs-line: #e7e3e7;
  --well: #f3f0f3; --bad: #b3261e; --bad-bg: #fdecea; --read: #0b78b8;
  --accent: var(--accent-light);
  --lift: 0 1px 2px rgb(23 12 23 / .06), 0 12px 40px rgb(23 12 23 / .2);
  font: 15px/1.45 Inter, "Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--ink); -webkit-text-size-adjust: 100%;
}
@media (prefers-color-scheme: dark) { :host(:not([data-theme=light])) {
  color-scheme: dark; --sheet: #1e1a1e; --canvas: #171417; --ink: #f0edf0; --soft: #a39da3; --line: #2f2b2f; --theirs: #2a262a; --theirs-line: transparent;
  --well: #2a262a; --bad: #ff9a90; --bad-bg: #3a1a19; --read: #63c1f2; --accent: var(--accent-dark);
  --lift: 0 0 0 1px rgb(255 255 255 / .09), 0 16px 48px rgb(0 0 0 / .6);
} }
:host([data-theme=dark]) {
  color-scheme: dark; --sheet: #1e1a1e; --canvas: #171417; --ink: #f0edf0; --soft: #a39da3; --line: #2f2b2f; --theirs: #2a262a; --theirs-line: transparent;
  --well: #2a262a; --bad: #ff9a90; --bad-bg: #3a1a19; --read: #63c1f2; --accent: var(--accent-dark);
  --lift: 0 0 0 1px rgb(255 255 255 / .09), 0 16px 48px rgb(0 0 0 / .6);
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
button, input, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
button { cursor: pointer; }
svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; display: block; flex: none; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.heard { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.launcher {
  position: fixed; right: max(20px, env(safe-area-inset-right)); bottom: max(20px, env(safe-area-inset-bottom)); width: 60px; height: 60px; padding: 0; border: 0; border-radius: 50%;
  color: var(--on-brand); background: linear-gradient(150deg, color-mix(in oklab, var(--brand) 92%, #fff), var(--brand) 60%);
  box-shadow: 0 0 0 1px rgb(255 255 255 / .1), 0 2px 6px rgb(23 12 23 / .16), 0 10px 28px rgb(23 12 23 / .26); display: grid; place-items: center; transition: transform .15s cubic-bezier(.1,.9,.2,1), box-shadow .15s;
}
.launcher:hover { transform: translateY(-1px) scale(1.03); }
.launcher:active { transform: scale(.96); }
.launcher:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.shapes { display: grid; }
.shapes svg { grid-area: 1 / 1; transition: transform .2s cubic-bezier(.1,.9,.2,1), opacity .15s; }
.shapes svg:last-child, :host([data-open]) .shapes svg:first-child { opacity: 0; transform: rotate(-45deg) scale(.6); }
:host([data-open]) .shapes svg:last-child { opacity: 1; transform: none; }
.badge { position: absolute; top: -3px; right: -3px; min-width: 22px; height: 22px; padding: 0 6px; border-radius: 11px; background: #c4291f; color: #fff; font-size: 12px; font-weight: 650; line-height: 22px; text-align: center; font-variant-numeric: tabular-nums; box-shadow: 0 0 0 2px #fff; }

.panel {
  position: fixed; right: max(20px, env(safe-area-inset-right)); bottom: calc(max(20px, env(safe-area-inset-bottom)) + 76px); width: 392px; height: min(664px, calc(100vh - 120px)); max-height: calc(100dvh - 120px);
  display: flex; flex-direction: column; overflow: hidden; border-radius: 18px; background: var(--canvas); box-shadow: var(--lift); transform-origin: calc(100% - 30px) 100%; animation: arrive .2s cubic-bezier(.1,.9,.2,1);
}
.panel:focus-visible { outline: none; }
@keyframes arrive { from { opacity: 0; transform: translateY(12px) scale(.97); } }
header { flex: none; display: flex; align-items: center; gap: 12px; padding: 16px 12px 16px 20px; color: var(--on-brand); background: linear-gradient(120deg, var(--brand), color-mix(in oklab, var(--brand) 82%, var(--away))); }
.face { flex: none; width: 42px; height: 42px; border-radius: 50%; display: grid; place-items: center; font-size: 15px; font-weight: 650; letter-spacing: .01em; background: color-mix(in srgb, var(--on-brand) 16%, transparent); }
.names { flex: 1; min-width: 0; display: grid; }
.names strong { font-size: 16px; line-height: 22px; font-weight: 650; letter-spacing: -.01em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.names span { font-size: 13px; line-height: 18px; opacity: .88; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.icon { flex: none; width: 36px; height: 36px; padding: 0; border: 0; border-radius: 50%; background: transparent; display: grid; place-items: center; transition: background .1s; }
.icon:hover { background: color-mix(in srgb, currentColor 12%, transparent); }
header .icon + .icon { margin-left: -8px; }
header .icon:focus-visible { outline-color: var(--on-brand); outline-offset: -2px; }
.notice { flex: none; padding: 7px 20px; font-size: 13px; line-height: 18px; text-align: center; color: var(--soft); background: var(--sheet); border-bottom: 1px solid var(--line); }

.thread { position: relative; flex: 1; min-height: 0; display: flex; }
.scroller { flex: 1; min-width: 0; overflow-y: auto; overscroll-behavior: contain; padding: 20px 16px 12px; display: flex; flex-direction: column; scrollbar-width: thin; scrollbar-color: color-mix(in srgb, var(--soft) 40%, transparent) transparent; }
.scroller:focus-visible { outline-offset: -3px; border-radius: 4px; }
.panel[data-asks] .thread { flex: 0 1 auto; }
.rows { display: flex; flex-direction: column; }
.older, .newest { align-self: center; border: 1px solid var(--line); border-radius: 16px; padding: 6px 14px; font-size: 13px; line-height: 18px; font-weight: 550; color: var(--accent); background: var(--sheet); }
.older { margin: 0 0 16px; }
.older:hover, .newest:hover { border-color: currentColor; }
.older:disabled { opacity: .5; cursor: default; }
.newest { position: absolute; left: 50%; bottom: 12px; translate: -50%; box-shadow: 0 4px 16px rgb(23 12 23 / .16); white-space: nowrap; }
.day { align-self: center; margin: 12px 0 12px; padding: 2px 10px; border-radius: 10px; font-size: 12px; line-height: 18px; font-weight: 550; color: var(--soft); background: color-mix(in srgb, var(--soft) 10%, transparent); }
.closed { align-self: center; max-width: 84%; margin: 16px 0 4px; padding: 6px 14px; border-radius: 12px; font-size: 12.5px; line-height: 18px; text-align: center; color: var(--soft); background: color-mix(in srgb, var(--soft) 10%, transparent); }
.row { display: flex; flex-direction: column; align-items: flex-start; max-width: 84%; margin-top: 3px; }
.row.first { margin-top: 12px; }
.row.greeting.first { margin-top: 0; }
.row.new { animation: fade .12s; }
@keyframes fade { from { opacity: 0; } }
.mine { align-self: flex-end; align-items: flex-end; }
.author { margin: 0 0 3px 12px; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--soft); }
.bubble { min-width: 0; max-width: 100%; padding: 9px 13px; border-radius: 18px; background: var(--theirs); box-shadow: inset 0 0 0 1px var(--theirs-line); overflow: hidden; }
.theirs .bubble { border-bottom-left-radius: 6px; }
.theirs:not(.first) .bubble { border-top-left-radius: 6px; }
.theirs.last .bubble { border-bottom-left-radius: 18px; }
.theirs.first .bubble { border-top-left-radius: 6px; }
.mine .bubble { color: var(--on-brand); background: var(--brand); box-shadow: none; border-bottom-right-radius: 6px; }
.mine:not(.first) .bubble { border-top-right-radius: 6px; }
.mine.last .bubble { border-bottom-right-radius: 18px; }
.mine.first .bubble { border-top-right-radius: 6px; }
.refused .bubble { color: var(--ink); background: var(--bad-bg); box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--bad) 50%, transparent); }
.gone { color: var(--soft); background: transparent !important; box-shadow: inset 0 0 0 1px var(--line) !important; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.text a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.theirs .text a { color: var(--accent); }
.meta { display: flex; align-items: center; gap: 4px; margin: 4px 6px 0; font-size: 11.5px; line-height: 16px; color: var(--soft); font-variant-numeric: tabular-nums; }
.mark.read { color: var(--read); }
.mark.failed { color: var(--bad); }
.mark svg { stroke-width: 2; }
.failure { max-width: 100%; margin: 4px 4px 0; font-size: 12.5px; line-height: 18px; color: var(--bad); text-align: right; }
.failure button { padding: 2px 4px; border: 0; background: none; font-weight: 600; color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.picture { display: block; position: relative; margin: -5px -9px; border-radius: 14px; overflow: hidden; line-height: 0; }
.picture + .text { margin-top: 12px; }
audio + .text, video + .text { margin-top: 8px; }
.day + .row.first { margin-top: 0; }
.picture img { display: block; width: auto; max-width: 100%; min-width: 120px; min-height: 60px; max-height: 260px; object-fit: cover; background: color-mix(in srgb, currentColor 8%, transparent); }
video { display: block; max-width: 100%; max-height: 260px; border-radius: 12px; }
audio { display: block; width: 240px; max-width: 100%; height: 40px; }
.file { position: relative; display: flex; align-items: center; gap: 10px; min-width: 180px; color: inherit; text-decoration: none; }
.file + .text { margin-top: 6px; }
.file-icon { flex: none; width: 38px; height: 38px; border-radius: 10px; display: grid; place-items: center; background: color-mix(in srgb, currentColor 12%, transparent); }
.file-icon img { width: 100%; height: 100%; border-radius: inherit; object-fit: cover; }
.file-text { flex: 1; min-width: 0; display: grid; }
.file-name { font-size: 14px; line-height: 19px; font-weight: 550; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.file-hint { font-size: 12px; line-height: 16px; opacity: .78; }
a.file:hover .file-name { text-decoration: underline; text-underline-offset: 2px; }
progress { position: absolute; left: 10px; right: 10px; bottom: 8px; width: auto; height: 4px; border: 0; border-radius: 2px; overflow: hidden; appearance: none; background: rgb(127 127 127 / .45); color: currentColor; }
.file progress { left: 48px; right: 0; bottom: -4px; }
.row .file { padding: 2px 0; }
progress::-webkit-progress-bar { background: rgb(127 127 127 / .45); }
progress::-webkit-progress-value { background: currentColor; transition: width .15s; }
progress::-moz-progress-bar { background: currentColor; }
.typing { margin-top: 12px; }
.dots { display: flex; gap: 4px; padding: 5px 1px; }
.dots i { width: 7px; height: 7px; border-radius: 50%; background: var(--soft); animation: beat 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: .15s; }
.dots i:nth-child(3) { animation-delay: .3s; }
@keyframes beat { 0%, 60%, 100% { opacity: .35; transform: none; } 30% { opacity: 1; transform: translateY(-3px); } }

.name { flex: none; margin: 0 16px 16px; padding: 18px; display: grid; border-radius: 14px; background: var(--sheet); box-shadow: 0 0 0 1px var(--line), 0 2px 10px rgb(23 12 23 / .05); }
.name h2 { margin: 0 0 10px; font-size: 15px; line-height: 20px; font-weight: 650; }
.name label { margin-bottom: 6px; font-size: 13px; line-height: 18px; color: var(--soft); }
.name input { height: 44px; padding: 0 12px; border: 1px solid color-mix(in srgb, var(--soft) 55%, transparent); border-radius: 10px; background: var(--sheet); font-size: 16px; }
.name input:focus { outline: 2px solid var(--accent); outline-offset: -1px; }
.name input[aria-invalid] { border-color: var(--bad); }
.primary { margin-top: 12px; height: 44px; border: 0; border-radius: 10px; font-weight: 600; color: var(--on-brand); background: var(--brand); transition: filter .1s; }
.primary:hover { filter: brightness(.94); }
.error { margin: 6px 0 0; font-size: 13px; line-height: 18px; color: var(--bad); }
::placeholder { color: var(--soft); opacity: 1; }

.composer { flex: none; padding: 10px 12px max(12px, env(safe-area-inset-bottom)); background: var(--sheet); border-top: 1px solid var(--line); }
.composer .error { margin: 0 8px 8px; }
.well { display: flex; align-items: flex-end; gap: 2px; padding: 4px; border-radius: 24px; background: var(--well); }
.well:focus-within { box-shadow: inset 0 0 0 2px var(--accent); }
.well .icon { color: var(--soft); }
textarea { flex: 1; min-width: 0; max-height: 132px; margin: 0; padding: 7px 4px; border: 0; background: none; resize: none; font-size: 15px; line-height: 22px; overflow-y: auto; scrollbar-width: thin; }
textarea:focus-visible { outline: none; }
.send { flex: none; width: 36px; height: 36px; padding: 0; border: 0; border-radius: 50%; display: grid; place-items: center; color: var(--soft); background: transparent; transition: background .1s, color .1s; }
.send svg { stroke-width: 2.25; }
.send[data-ready] { color: var(--on-brand); background: var(--brand); }
.emoji { display: grid; grid-template-columns: repeat(8, 1fr); gap: 2px; max-height: 176px; overflow-y: auto; margin-bottom: 8px; padding: 6px; border-radius: 16px; background: var(--well); }
.emoji button { height: 34px; padding: 0; border: 0; border-radius: 8px; background: none; font-size: 20px; line-height: 1; }
.emoji button:hover { background: var(--line); }
.tray { display: grid; gap: 6px; max-height: 148px; overflow-y: auto; margin-bottom: 8px; }
.tray .file { padding: 6px; border-radius: 12px; background: var(--well); }
.drop { position: absolute; inset: 8px; display: none; place-items: center; border: 2px dashed var(--accent); border-radius: 14px; font-weight: 600; color: var(--accent); background: color-mix(in srgb, var(--sheet) 92%, transparent); pointer-events: none; }
.panel[data-over] .drop { display: grid; }

@media (max-width: 480px) {
  .panel { inset: auto 0; top: var(--seen-top, 0); width: 100%; height: var(--seen-height, 100dvh); max-height: none; border-radius: 0; transform-origin: 50% 100%; }
  header { padding-top: max(14px, env(safe-area-inset-top)); padding-bottom: 14px; }
  .icon, .send { width: 44px; height: 44px; }
  header .icon + .icon { margin-left: -12px; }
  .well { border-radius: 28px; }
  .badge { box-shadow: 0 0 0 2px rgb(255 255 255 / .9); }
  textarea { font-size: 16px; padding: 11px 4px; }
  .row { max-width: 88%; }
  :host([data-open]) .launcher { display: none; }
}
@media (max-height: 560px) and (min-width: 481px) { .panel { bottom: 12px; right: 92px; height: calc(100vh - 24px); max-height: calc(100dvh - 24px); } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
@media (forced-colors: active) { .launcher, .panel, .bubble, .well, .send, .icon { border: 1px solid; } }
@media print { :host { display: none !important; } }
`;
