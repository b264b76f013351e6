import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  // The sources of @heddle/react are in this repository. A project of your own installs the package, and needs none of this.
  turbopack: { root: join(process.cwd(), '../..') },
  devIndicators: false,
};

export default config;
