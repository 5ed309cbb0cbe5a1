// The build process. The bundler's memory is released with it.
import { buildServer } from './build.ts';

await buildServer();
