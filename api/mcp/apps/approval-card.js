// Runs in a sandboxed frame of an MCP host. Everything from a result is shown as text.
(() => {
  const card = document.getElementById('card');
  let lastId = 0;
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method, params) => {
    lastId += 1;
    send({ id: lastId, method, params });
    return lastId;
  };
  const add = (to, tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    to.append(element);
    return element;
  };

  const show = (held) => {
    card.replaceChildren();
    card.hidden = !held || !Array.isArray(held.lines);
    if (!card.hidden) {
      const [title, ...lines] = held.lines.map(String);
      add(card, 'h1', title);
      const list = add(card, 'ul', '');
      for (const line of lines) add(list, 'li', line);
      if (typeof held.url === 'string' && /^https?:\/\//.test(held.url)) {
        const button = add(card, 'button', 'Open the page to decide');
        button.type = 'button';
        button.addEventListener('click', () => request('ui/open-link', { url: held.url }));
      } else add(card, 'p', 'A person must decide, in the application itself.');
    }
    const { scrollHeight: height } = document.documentElement;
    send({ method: 'ui/notifications/size-changed', params: { height } });
  };

  const initializing = request('ui/initialize', {
    appInfo: { name: 'heddle-approval-card', version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  });
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { id, method, params, result } = data;
    if (method === undefined) {
      if (id === initializing && result !== undefined) {
        send({ method: 'ui/notifications/initialized', params: {} });
      }
    } else if (method === 'ui/notifications/tool-result') {
      show(params?._meta?.['heddle/card']);
    } else if (id !== undefined) {
      const known = method === 'ping' || method === 'ui/resource-teardown';
      send(known ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
    }
  });
})();
