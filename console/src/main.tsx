import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import './app.css';
import { createAppRouter, preloadPage } from './app/router.ts';

/** Refusals are final; what cannot be reached, or is overloaded, is tried twice more. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
    // Without a connection, a mutation fails at once instead of being sent later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
const router = createAppRouter(queryClient);
preloadPage(router);

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
