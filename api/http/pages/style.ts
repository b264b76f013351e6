import { createHash } from 'node:crypto';

/** The only style of the pages. Colours are chosen for a contrast of at least 4.5 to 1 in both schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f4f4f5; --card: #ffffff; --text: #18181b; --quiet: #52525b; --line: #d4d4d8;
  --main: #1d4ed8; --on-main: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #18181b; --card: #27272a; --text: #fafafa; --quiet: #d4d4d8; --line: #52525b;
    --main: #93c5fd; --on-main: #18181b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 1rem; display: grid; place-items: center;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 30rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem; overflow-wrap: anywhere;
}
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
ul { margin: 0; padding-left: 1.25rem; }
li { margin-bottom: 0.5rem; }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
code { font: 0.875em ui-monospace, monospace; }
/* Blanks that are sent are seen. */
.held bdi { white-space: pre-wrap; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button {
  flex: 1 1 8rem; padding: 0.625rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
button.main { background: var(--main); border-color: var(--main); color: var(--on-main); font-weight: 600; }
/* Hidden, and not only without effect on the pointer: keys press no button either. */
@keyframes late { from, to { visibility: hidden; } }
.choices button { animation: late 1s; }
textarea {
  width: 100%; padding: 0.5rem; border: 1px solid var(--quiet); border-radius: 0.5rem;
  background: transparent; color: inherit; font: inherit;
}
button:focus-visible, textarea:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

/** CSP hash of the inline style sheet. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
