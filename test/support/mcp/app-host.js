// The host of an MCP app, as the official package has it. It is bundled for a page of a browser, and runs there.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** The requests of an app to its host. */
export const asked = { opened: [], called: [], heights: [] };

/** Shows an app in the sandboxed frame of the page, and the result of a tool in it. */
export async function show(html, result) {
  const frame = document.querySelector('iframe');
  const view = frame.contentWindow;
  const bridge = new AppBridge(null, { name: 'Host', version: '1' }, { openLinks: {}, serverTools: {} });
  bridge.onopenlink = async ({ url }) => {
    asked.opened.push(url);
    return await Promise.resolve({});
  };
  bridge.oncalltool = async ({ name }) => {
    asked.called.push(name);
    return await Promise.resolve({ content: [] });
  };
  bridge.onsizechange = ({ height = 0 }) => asked.heights.push(height);
  const initialized = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  await bridge.connect(new PostMessageTransport(view, view));
  frame.srcdoc = html;
  await initialized;
  await bridge.sendToolResult(result);
}
