/** The variable by which `npm run paths -- --pictures` asks for pictures: `compare`, or `accept` with `--accept`. */
export const PICTURES_MODE = 'BALCAO_PICTURES';
