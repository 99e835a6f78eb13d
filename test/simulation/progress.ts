/** A line that rewrites itself on a terminal, and is quiet elsewhere. */
export function progress(what: string, total: number, stream: NodeJS.WriteStream = process.stderr) {
  const WIDTH = 30;
  let done = 0;

  function draw(): void {
    if (!stream.isTTY) return;
    const filled = Math.round((WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    stream.write(`\r${what} ${bar} ${done}/${total}\u001b[K`);
  }

  draw();
  return {
    step: (): void => {
      done += 1;
      draw();
    },
    end: (): void => {
      if (stream.isTTY) stream.write('\n');
    },
  };
}
