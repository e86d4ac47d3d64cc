// The entry point: `node server/boot/run.mjs <command>`. Plain JavaScript for Node 20 without packages; it installs
// what is missing and runs everything else under the Node of the lock file.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `Balcão needs Node 20 or newer to start (this is ${process.versions.node}). Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

// Imported only now: an older Node couldn't even parse the rest.
const { main } = await import('./commands.mjs');
process.exitCode = await main(process.argv.slice(2));
