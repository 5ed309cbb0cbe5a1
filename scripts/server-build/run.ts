// The build process. The bundler's memory is released with it.
import { buildServer } from './build.ts';

try {
  await buildServer();
} catch (error) {
  console.error(`The server code was not bundled, and starts take longer: ${String(error)}`);
  process.exitCode = 1;
}
