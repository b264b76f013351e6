const { createApiReference } = await import(
  new URL('/docs/lib-%VERSION%/standalone.esm.js', location.href).href
);

createApiReference('#reference', {
  url: '/docs/openapi.json',
  servers: [{ url: location.origin }],
  // Samples in the languages of /docs/openapi.json, instead of thirty that are generated without knowing the API.
  hiddenClients: true,
  // A key that somebody tries the API with is forgotten with the page.
  persistAuth: false,
  hideDarkModeToggle: false,
  documentDownloadType: 'direct',
  // Nothing is asked of, or offered by, another host.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
