// `npm run bench`: the measurements stand in their own folder.
await import('./bench/index.ts');
