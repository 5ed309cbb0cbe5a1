// `npm run bench`: runs the measurements of the `bench` folder.
await import('./bench/index.ts');
