/** A progress line that is rewritten on a terminal; in a log, one line for every 5 %. */
export function progress(what: string, total: number, stream: NodeJS.WriteStream = process.stderr) {
  const WIDTH = 30;
  let done = 0;

  function draw(): void {
    if (!stream.isTTY) {
      const isNews = Math.floor((20 * done) / total) > Math.floor((20 * (done - 1)) / total);
      if (done > 0 && isNews) stream.write(`${what} ${done}/${total}\n`);
      return;
    }
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
