/** npm run simulate: with `hall` it plays the day of a hall, and otherwise worlds that seeds decide. */
await import(process.argv[2] === 'hall' ? './hall/main.ts' : './simulation/main.ts');
