/** `Object.hasOwn`, which a package uses and Chromium before 93 does not have. The build replaces it by this function. */
export const hasOwn = (object: object, name: PropertyKey): boolean =>
  Object.getOwnPropertyDescriptor(object, name) !== undefined;
