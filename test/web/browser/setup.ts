import type { TestProject } from 'vitest/node';
import { browserToLaunch } from './unpack.ts';

const NEEDS_BROWSER = /\/test\/(web\/browser|local\/stopped-run)\b/;

/** Unpacks the browser before any test starts, if the run contains browser tests. */
export default async function setup(project: TestProject): Promise<void> {
  const paths = project.vitest.state.getPaths();
  if (paths.some((path) => NEEDS_BROWSER.test(path))) {
    project.provide('browser', await browserToLaunch());
  }
}
