/**
 * Whether this run includes the tests which show that a test tool detects faults, or measures what it should. They take long
 * and concern only the tool, so `npm test` skips them. `npm run test:tools`, `.ci/run` and the workflow run them.
 */
export const WITH_TOOL_TESTS = process.env['SIHAT_OWN_TESTS'] === '1';
