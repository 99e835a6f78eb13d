/** Builds elements. Texts of people become text nodes, never markup. */
export type Child = Node | string | undefined;

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
