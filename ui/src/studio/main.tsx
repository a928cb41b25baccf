import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../app/create-client.ts';
import { StudioApp } from './app/studio-app.tsx';
import { createStudioClient } from './client/create-studio-client.ts';
import { StudioContext } from './client/studio-context.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/components.css';
import '../styles/studio.css';

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createClient()}>
        <StudioContext value={createStudioClient()}>
          <StudioApp />
        </StudioContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}
