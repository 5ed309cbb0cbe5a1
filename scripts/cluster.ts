// `npm run cluster`: its parts stand in their own folder.
await import('./cluster/index.ts');
