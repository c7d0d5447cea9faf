// A version is being validated: look again soon.
setTimeout(() => location.reload(), 2000);
