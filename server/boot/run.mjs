// The one way in: `node server/boot/run.mjs <command>`. Plain JavaScript for Node 20 with nothing installed;
// it installs what is missing and runs everything else under the Node that the lock file names.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `Balcão needs Node 20 or newer to start (this is ${process.versions.node}). Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

// Imported only now: an older Node could not even parse the rest.
const { main } = await import('./commands.mjs');
process.exitCode = await main(process.argv.slice(2));
