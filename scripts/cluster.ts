// `npm run cluster`: runs the parts in the `cluster` folder.
await import('./cluster/index.ts');
