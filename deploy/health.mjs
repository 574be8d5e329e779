// The health check of the images: is the process on this port ready? What it lacks goes to the check's log.
const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`).catch((error) => error)
if (answer instanceof Response && answer.ok) process.exit(0)
console.log(answer instanceof Response ? await answer.text() : String(answer.cause ?? answer))
process.exit(1)
